"""What is kept, as frozen values, and what follows from them."""
