"""What does a reader see?"""
