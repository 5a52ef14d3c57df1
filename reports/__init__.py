"""Tables, figures and pages. Knows pandas and matplotlib, never a kernel."""
