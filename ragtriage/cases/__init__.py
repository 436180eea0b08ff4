"""What have people decided?"""
