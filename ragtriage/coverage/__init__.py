"""What does the golden set lack?"""
