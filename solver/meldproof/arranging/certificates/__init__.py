"""certificates"""
