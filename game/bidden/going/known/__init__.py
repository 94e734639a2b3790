"""What is known of the levels: where what stands, lies and was left."""
