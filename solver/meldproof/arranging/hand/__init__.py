"""hand"""
