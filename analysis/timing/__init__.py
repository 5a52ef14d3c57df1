"""What conquest bench times, and the plain loops beside."""
