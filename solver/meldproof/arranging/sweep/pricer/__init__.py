"""pricer"""
