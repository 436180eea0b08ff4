"""What became of the golden set's quotes?"""
