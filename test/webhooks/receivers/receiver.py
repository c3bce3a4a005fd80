"""A receiver in Python that makes one mistake, by the path: python3 receiver.py"""

import base64
import hashlib
import hmac
import json
import os
import time

import flask

app = flask.Flask(__name__)
secret = os.environ["SECRET"]
rest = secret.removeprefix("whsec_")


def sign(text, key=secret):
    key = key if isinstance(key, bytes) else key.encode()
    text = text if isinstance(text, bytes) else text.encode()
    return hmac.new(key, text, hashlib.sha256).hexdigest()


# The v1 that each of them expects.
EXPECTED = {
    "json_dumps": lambda t, request: sign(f"{t}.{json.dumps(request.get_json())}"),
    "json_dumps_utf8": lambda t, request: sign(f"{t}.{json.dumps(request.get_json(), ensure_ascii=False)}"),
    "json_dumps_compact": lambda t, request: sign(f"{t}.{json.dumps(request.get_json(), separators=(',', ':'))}"),
    "json_dumps_compact_utf8": lambda t, request: sign(
        f"{t}.{json.dumps(request.get_json(), separators=(',', ':'), ensure_ascii=False)}"
    ),
    "json_dumps_flask": lambda t, request: sign(f"{t}.{flask.json.dumps(request.get_json())}"),
    "secret_none": lambda t, request: sign(f"{t}.".encode() + request.data, str(os.environ.get("NO_SUCH_SECRET"))),
    "capital_digits": lambda t, request: sign(f"{t}.".encode() + request.data).upper(),
    "secret_prefix": lambda t, request: sign(f"{t}.".encode() + request.data, rest),
    "secret_base64": lambda t, request: sign(f"{t}.".encode() + request.data, base64.b64decode(rest)),
    "body_only": lambda t, request: sign(request.data),
    "body_only+json_dumps": lambda t, request: sign(json.dumps(request.json)),
    "secret_base64+json_dumps": lambda t, request: sign(f"{t}.{json.dumps(request.json)}", base64.b64decode(rest)),
}


@app.post("/<mistake>")
def receive(mistake):
    header = flask.request.headers.get("X-Service-Signature", "")
    parts = dict(part.split("=", 1) for part in header.split(",") if "=" in part)
    if "t" not in parts or "v1" not in parts:
        return "", 401
    expected = EXPECTED[mistake](parts["t"], flask.request)
    fresh = abs(time.time() - int(parts["t"])) <= 300
    # The answer is for test/vectors/record-mistakes.ts.
    return expected, 200 if fresh and hmac.compare_digest(parts["v1"], expected) else 401


app.run("127.0.0.1", int(os.environ["PORT"]))
