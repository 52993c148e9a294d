import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it, type TestContext } from 'vitest'
import { freePort } from '../support/free-port.ts'
import type { Person } from '../support/test-app.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'

/** The client for Python and its example in docs/clients.md, against a running server. */

let server: TestServer
let ada: Person
beforeAll(async () => {
  server = await startTestServer()
  await server.organization('acme')
  ada = await server.person('acme', 'ada')
  await server.note('acme', { id: 'oncall', title: 'On call', content: 'The platform team is on call at the weekend.' })
  await server.dataSource('acme', 'tickets')
  await server.assistant('acme', 'helper', { digestDays: 366 })
})
afterAll(() => server?.close())

const examples = fileURLToPath(new URL('../../sdk/examples/', import.meta.url))

/** Runs a program and returns the lines that it prints. */
async function runPython(context: TestContext, program: string, env: Record<string, string> = {}): Promise<string[]> {
  try {
    const { stdout } = await promisify(execFile)('python3', ['-B', '-c', program], {
      env: {
        ...process.env,
        PYTHONPATH: examples,
        PYTHONIOENCODING: 'utf-8',
        LOREWELL_SERVER: server.url,
        LOREWELL_KEY: ada.key,
        ...env,
      },
    })
    return stdout.trimEnd().split('\n')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') context.skip('python3 is not installed')
    throw error
  }
}

const start = `
import os, json
from lorewell import Lorewell, LorewellError
lorewell = Lorewell(os.environ["LOREWELL_SERVER"], os.environ["LOREWELL_KEY"])
`

describe('the client for Python', () => {
  it('runs the example of the documentation: the five operations, an upload and an error', async (context) => {
    const page = readFileSync(new URL('../../docs/clients.md', import.meta.url), 'utf8')
    const [, program = ''] = /```python\n([\s\S]*?)```/.exec(page) ?? []
    const [answer, listed, ...rest] = await runPython(context, program)
    expect(answer).toContain('The platform team is on call at the weekend')
    expect(answer).toContain('https://notes.test/oncall')
    expect(JSON.parse((listed ?? '').replaceAll("'", '"')).sort()).toEqual(['T-1', 'guide'])
    expect(rest.slice(0, -1).join('\n')).toContain('On call')
    expect(rest.at(-1)).toBe('422 field-validation must not be empty')
    const left = await server.call(ada.key, 'GET', '/v1/ask/index?rootId=tickets')
    expect(left.body.hits).toMatchObject([{ id: 'guide', title: 'Guide' }])
  })

  it('walks all pages of a list, and keeps names and text that are not ASCII', async (context) => {
    await server.dataSource('acme', 'many')
    const program = `${start}
for number in range(25):
    lorewell.upload(f"Übersicht {number}.txt", "Größe: 3 m²".encode(), rootId="many", id=f"f-{number}", title=f"Größe {number}")
items = list(lorewell.list("many"))
print(json.dumps([len(items), len({item["id"] for item in items}), items[0]["title"][:5]]))
print(lorewell.call("GET", "/search-notes", query={"query": "weekend"})["hits"][0]["id"])
`
    const [items, found] = await runPython(context, program)
    expect(JSON.parse(items ?? '')).toEqual([25, 25, 'Größe'])
    expect(found).toBe('oncall')
  })

  it('raises what the service refuses, and a server that cannot be reached', async (context) => {
    const program = `${start}
def attempt(call):
    try:
        call()
    except LorewellError as error:
        print(json.dumps([error.status, error.id]))
attempt(lambda: list(lorewell.list("nowhere")))
attempt(lambda: lorewell.upload("scan.pdf", b"not a PDF", rootId="tickets", id="scan"))
attempt(lambda: Lorewell(os.environ["LOREWELL_SERVER"], "wrong").ask("Who?"))
attempt(lambda: Lorewell(os.environ["NOWHERE"], "key").ask("Who?"))
`
    const lines = await runPython(context, program, { NOWHERE: `http://127.0.0.1:${await freePort()}` })
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      [404, 'root-id-not-found'],
      [422, 'file-not-readable'],
      [401, 'auth/unauthorized'],
      [0, 'unreachable'],
    ])
  })

  it('repeats a request after Retry-After', async (context) => {
    const program = `${start}
import http.server, threading, time
statuses = [429, 503, 200]
class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        status = statuses.pop(0)
        self.send_response(status)
        if status != 200:
            self.send_header("Retry-After", "7")
        self.end_headers()
        self.wfile.write(b'{"email": "ada@acme.test"}')
    def log_message(self, *arguments):
        pass
busy = http.server.HTTPServer(("127.0.0.1", 0), Handler)
threading.Thread(target=busy.serve_forever, daemon=True).start()
waits = []
time.sleep = waits.append
print(Lorewell(f"http://127.0.0.1:{busy.server_port}", "key").call("GET", "/me")["email"], waits)
`
    expect(await runPython(context, program)).toEqual(['ada@acme.test [7, 7]'])
  })
})
