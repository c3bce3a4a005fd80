# Writes each text of a list again, in the ways of Python.
import json
import sys

WAYS = [
    {},
    {"ensure_ascii": False},
    {"separators": (",", ":")},
    {"separators": (",", ":"), "ensure_ascii": False},
    {"sort_keys": True},
    {"indent": 2},
]
texts = json.load(sys.stdin)
print(json.dumps([[json.dumps(json.loads(text), **way) for way in WAYS] for text in texts]))
