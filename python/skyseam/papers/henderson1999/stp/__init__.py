"""Part of the reproduction of Henderson 1999: the Satellite Transport Protocol, chapter 5."""
