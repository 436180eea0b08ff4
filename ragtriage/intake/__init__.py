"""What are users telling us? Complaints come in, are struck of personal data, and become cases."""
