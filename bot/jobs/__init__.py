"""What is handed to other processes through the queue of jobs (`storage/jobs`), and read there."""
