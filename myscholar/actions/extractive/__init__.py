"""Actions by what the papers found share with each other and with the reader's own."""
