"""What tells a lasting statement from the rest of a turn: phrases, and rules over them."""
