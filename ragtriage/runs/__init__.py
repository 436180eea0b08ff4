"""What did each configuration answer?"""
