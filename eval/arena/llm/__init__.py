"""With a model: it reads and writes by `prompts/arena/`, and code checks what it says."""
