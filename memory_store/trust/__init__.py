"""Which stores this user approved, and what git and moves did to them since."""
