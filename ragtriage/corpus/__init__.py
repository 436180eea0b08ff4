"""What did the documents say, and when?"""
