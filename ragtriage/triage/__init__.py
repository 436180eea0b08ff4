"""What should we do about it?"""
