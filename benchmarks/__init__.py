"""What `conquest bench` times, and the plain loops that it races against. Larger ones are run by hand."""
