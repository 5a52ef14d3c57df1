"""What is shown of Risk Express: the cards on the table and the chances to conquer them."""
