"""brute"""
