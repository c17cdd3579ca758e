"""The study of handovers: sources of delay variation of a pair, and what each costs a transfer."""
