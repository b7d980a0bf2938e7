"""The computer the program runs on: its folders, files, languages, printers."""
