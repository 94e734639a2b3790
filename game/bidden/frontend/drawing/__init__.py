"""Drawing: views as characters and colours on a console."""
