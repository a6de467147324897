"""REST v10: `server` takes requests and finds the handler; the other files hold handlers by subject."""
