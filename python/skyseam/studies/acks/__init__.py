"""Study of delayed ACKs and reordering buffers."""
