"""What many games need: measured on this machine, and worked out from that."""
