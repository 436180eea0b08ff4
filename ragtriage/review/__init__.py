"""What does this branch change?"""
