# The fixed texts of the page. Those named here and in the page's HTML are all it has of its own.

# Writing direction: ltr or rtl.
direction = ltr
page-description = Etio asks a few questions and shows which causes fit. A demonstration, not a medical device.
tagline = finds the causes behind what you observe
skip = Skip to the conversation
open-summary = Summary
delete = Delete conversation
deleted = The conversation is deleted.
privacy-title = What happens to what I type?
privacy = Your words and answers go to the computer that serves this page, are processed there, and are not stored or logged. This tab remembers the conversation so that a reload does not lose it; closing the tab or “Delete conversation” forgets it. Nothing is sent anywhere else, and nothing here tracks you.
conversation = Conversation
send = Send
footer = Every number is an estimate from general medical knowledge, made for demonstration. Etio is not a medical device.
docs = For developers: the API
understood = I understand
keys = Keys: Y, N, D; B goes back
see-summary = See the summary
print = Print
close = Close
gone = I cannot reach the server. Your answers are kept in this tab, and I'll continue once it is back.
again = Try again now
failed = Something went wrong.
refused = The server could not answer that.
no-script = This page needs JavaScript. The API works without it: see /openapi.json.
