"""The table: questions and answers as messages, over a page, standard input and output, or tools for assistants."""
