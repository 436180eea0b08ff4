"""What is somebody writing right now? A case between the question and the file."""
