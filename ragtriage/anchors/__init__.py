"""Where is this quote now?"""
