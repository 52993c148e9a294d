"""A client of Lorewell in one file, for Python 3.9 or newer, without packages. Copy it into your program."""

import json
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid


class LorewellError(Exception):
    """An error response, or a request without a response: then `status` is 0 and `id` is `unreachable`."""

    def __init__(self, status, body):
        super().__init__(body.get("message", f"The service returned status {status}."))
        self.status = status
        self.id = body.get("id", "unknown")
        self.details = body.get("details", {})


class Lorewell:
    """Calls the service at `url` as the user of the API key or access token `key`."""

    def __init__(self, url, key, timeout=60, max_attempts=5):
        self.base = url.rstrip("/") + "/v1"
        self.key = key
        self.timeout = timeout
        self.max_attempts = max_attempts

    def ask(self, question, **options):
        """Returns `{"answer", "sources"}`; options are those of POST /v1/ask, such as `parentId`."""
        return self.call("POST", "/ask", body={"question": question, **options})

    def index(self, **item):
        """Stores an item of a data source: rootId, id, title, content, type, updatedAt, url."""
        return self.call("POST", "/ask/index", body=item)

    def list(self, root_id):
        """Yields every item of a data source, newest first."""
        page, pages = 0, 1
        while page < pages:
            result = self.call("GET", "/ask/index", query={"rootId": root_id, "page": page})
            yield from result["hits"]
            page, pages = page + 1, result["nbPages"]

    def delete(self, root_id, id):
        return self.call("DELETE", "/ask/index", body={"rootId": root_id, "id": id})

    def digest(self, assistant_id):
        """Returns what changed in the scope of an assistant, in Markdown."""
        return self.call("GET", "/ask/digest/" + urllib.parse.quote(assistant_id, safe=""))

    def upload(self, file_name, content, **fields):
        """Indexes a file, such as a PDF; `content` is bytes, fields are those of POST /v1/files: rootId, id, title."""
        boundary = uuid.uuid4().hex
        parts = [(f'name="{name}"', str(value).encode()) for name, value in fields.items()]
        quoted = urllib.parse.quote(file_name, safe=" ()+,'&=")
        parts.append((f'name="file"; filename="{quoted}"\r\nContent-Type: application/octet-stream', content))
        head = "--{}\r\nContent-Disposition: form-data; {}\r\n\r\n"
        data = b"".join(head.format(boundary, name).encode() + value + b"\r\n" for name, value in parts)
        data += f"--{boundary}--\r\n".encode()
        return self._send("POST", "/files", data, f"multipart/form-data; boundary={boundary}")

    def call(self, method, path, query=None, body=None):
        """Calls any operation of /docs; returns its JSON, or None if it has none."""
        if query:
            path += "?" + urllib.parse.urlencode(query, doseq=True)
        data = None if body is None else json.dumps(body).encode()
        return self._send(method, path, data, "application/json")

    def _send(self, method, path, data, content_type):
        headers = {"Authorization": f"Bearer {self.key}", "Accept": "application/json"}
        if data is not None:
            headers["Content-Type"] = content_type
        request = urllib.request.Request(self.base + path, data=data, headers=headers, method=method)
        for attempt in range(1, self.max_attempts + 1):
            try:
                with urllib.request.urlopen(request, timeout=self.timeout) as response:
                    text = response.read()
                    return json.loads(text) if text else None
            except urllib.error.HTTPError as error:
                retry_after = error.headers.get("Retry-After", "")
                # The service sends both before it does anything, so any request can be repeated.
                if error.code in (429, 503) and retry_after.isdigit() and attempt < self.max_attempts:
                    time.sleep(int(retry_after))
                    continue
                raise LorewellError(error.code, _json_object(error.read())) from error
            except OSError as error:
                message = f"Cannot reach {self.base}: {error}"
                raise LorewellError(0, {"id": "unreachable", "message": message}) from error


def _json_object(text):
    """Returns an empty object for a body that is none, such as the error page of a proxy."""
    try:
        body = json.loads(text)
    except ValueError:
        return {}
    return body if isinstance(body, dict) else {}
