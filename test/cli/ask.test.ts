import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestTerminal, runCli, type TestTerminal } from '../support/test-terminal.ts'

let terminal: TestTerminal
beforeAll(async () => {
  terminal = await createTestTerminal()
  const path = terminal.writeFile(
    'acme.yaml',
    `
organization: { id: acme, name: Acme }
users:
  - { email: ada@acme.test, role: admin }
  - { email: bob@acme.test }
notes:
  - { id: doors, title: Doors, content: "The front door opens at seven.", updatedAt: 2026-11-01T09:00:00Z, url: "https://acme.test/doors" }
  - { id: safe, title: The safe, content: "The safe opens with the code 4711.", audience: ["user:ada@acme.test"] }
assistants:
  - { id: porter, name: Porter, scope: { notes: [doors] } }
`,
  )
  await terminal.lorewell('apply', path)
})
afterAll(() => terminal.close())

test('an answer is printed with its numbered sources and the name of the asker', async () => {
  const { code, stdout, stderr } = await terminal.lorewell('ask', 'When does the front door open?')
  expect(code).toBe(0)
  expect(stdout).toBe('The front door opens at seven. [1]\n\n[1] Doors 2026-11-01 https://acme.test/doors\n')
  expect(stderr).toBe('Asking as ada@acme.test (choose another user with --as EMAIL).\n')
})

test('--json prints the answer as the API returns it', async () => {
  const { stdout, stderr, json } = await terminal.lorewell(
    ...['ask', 'When does the front door open?', '--as', 'BOB@acme.test', '--json'],
  )
  expect(stdout.split('\n')).toHaveLength(2)
  expect(stderr).toBe('')
  expect(json).toMatchObject({ answer: 'The front door opens at seven. [1]', sources: [{ id: 'doors' }] })
})

test('an answer never contains notes that the asker cannot see', async () => {
  const ask = (email: string) => terminal.lorewell('ask', 'Which code opens the safe?', '--as', email, '--json')
  expect((await ask('ada@acme.test')).stdout).toContain('4711')
  const bob = await ask('bob@acme.test')
  expect(bob.stdout).not.toContain('4711')
  expect(bob.json.sources).not.toContainEqual(expect.objectContaining({ id: 'safe' }))
})

test('an assistant and a parent narrow the search', async () => {
  const narrowed = (...options: string[]) =>
    terminal.lorewell('ask', 'Which code opens the safe?', '--as', 'ada@acme.test', '--json', ...options)
  expect((await narrowed('--assistant', 'porter')).stdout).not.toContain('4711')
  expect((await narrowed('--parent', 'doors')).stdout).not.toContain('4711')
  expect((await narrowed('--parent', 'safe')).stdout).toContain('4711')
})

test.each([
  ['an unknown person', ['--as', 'eve@acme.test'], 'There is no user eve@acme.test in acme.'],
  ['an unknown organization', ['--org', 'zzz'], 'There is no organization zzz. Choose one by its id: acme (Acme).'],
  ['an unknown parent', ['--parent', 'zzz'], 'Parent note not found.'],
  ['an unknown assistant', ['--assistant', 'zzz'], 'Assistant not found.'],
])('%s is an error', async (_what, options, message) => {
  const { code, stdout, stderr } = await terminal.lorewell('ask', 'Why?', ...options)
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toContain(message)
})

test('a report without a language model is refused', async () => {
  const { code, stdout, stderr } = await terminal.lorewell('ask', 'Why?', '--as', 'ada@acme.test', '--research')
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toBe(
    'Reports need a language model, and none is configured. An admin can set one up in Settings › Language model.\n',
  )
})

test('an empty question is refused', async () => {
  const { code, stderr } = await terminal.lorewell('ask', '  ')
  expect({ code, stderr }).toEqual({ code: 1, stderr: 'The question must not be empty.\n' })
})

const encoder = new TextEncoder()

function stubServer(respond: (request: Request) => Response): {
  fetch: typeof globalThis.fetch
  requests: Request[]
} {
  const requests: Request[] = []
  const fetch = async (input: string | URL | Request, init?: RequestInit) => {
    const request = new Request(input, init)
    requests.push(request.clone())
    return respond(request)
  }
  return { fetch, requests }
}

function eventStreamResponse(...events: [string, unknown][]): Response {
  const text = events.map(([name, data]) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`).join('')
  // Split in the middle of an event, as networks do.
  const cut = Math.floor(text.length / 3)
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(encoder.encode(text.slice(0, cut)))
      controller.enqueue(encoder.encode(text.slice(cut)))
      controller.close()
    },
  })
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
}

const result = {
  answer: 'At seven.\u001b[2J [1]',
  sources: [{ id: 'd', title: 'Doors', url: 'https://acme.test/d', updatedAt: '2026-11-01T09:00:00.000Z' }],
}
const viaServer = ['ask', 'When?', '--server', 'http://lorewell.test/', '--key', 'lw_1']

test('with --server the question goes over HTTP, and the answer is streamed', async () => {
  const { fetch, requests } = stubServer(() =>
    eventStreamResponse(['delta', { text: 'At seven.\u001b[2J' }], ['delta', { text: ' [1]' }], ['done', result]),
  )
  const { code, stdout } = await runCli([...viaServer, '--parent', 'doors'], { fetch })
  expect(code).toBe(0)
  // Control characters of a document do not reach the terminal.
  expect(stdout).toBe('At seven.[2J [1]\n\n[1] Doors 2026-11-01 https://acme.test/d\n')
  const [request] = requests
  expect(request?.url).toBe('http://lorewell.test/v1/ask')
  expect(request?.headers.get('authorization')).toBe('Bearer lw_1')
  expect(await request?.json()).toEqual({ question: 'When?', parentId: 'doors', include: ['related'] })
})

test('a refusal lists the nearest notes with what they say', async () => {
  const answer = 'I could not find an answer.'
  const related = [{ ...result.sources[0], explanation: 'Doors: open at seven.\u001b[2J\nGates: at eight.' }]
  const { fetch } = stubServer(() =>
    eventStreamResponse(['delta', { text: answer }], ['done', { answer, sources: [], related }]),
  )
  const { stdout } = await runCli(viaServer, { fetch })
  const lines = ['- Doors 2026-11-01 https://acme.test/d', '  Doors: open at seven.[2J', '  Gates: at eight.']
  expect(stdout).toBe(`${answer}\n\nNearest notes:\n${lines.join('\n')}\n`)
})

test('the terminal shows quoted text without escapes and invisible characters', async () => {
  const text = 'Open \\[portal](https\\:\\//evil.example) \u202eor\u{e0100} 2\\*3.'
  const { fetch } = stubServer(() => eventStreamResponse(['delta', { text }], ['done', result]))
  const { stdout } = await runCli(viaServer, { fetch })
  expect(stdout.split('\n')[0]).toBe('Open [portal](https://evil.example) or 2*3.')
})

test('LOREWELL_SERVER and LOREWELL_KEY replace the options', async () => {
  const { fetch, requests } = stubServer(() => eventStreamResponse(['done', result]))
  const env = { LOREWELL_SERVER: 'http://lorewell.test', LOREWELL_KEY: 'lw_2' }
  expect((await runCli(['ask', 'When?', '--json'], { fetch, env })).json).toEqual(result)
  expect(requests[0]?.headers.get('authorization')).toBe('Bearer lw_2')
})

test.each([
  [
    'refuses',
    () => new Response('{"message":"Invalid apiKey","id":"x"}', { status: 401 }),
    'Invalid apiKey. Check the key in --key',
  ],
  [
    'fails in the middle',
    () => eventStreamResponse(['delta', { text: 'At' }], ['error', { message: 'It broke.' }]),
    'It broke.',
  ],
  [
    'breaks off',
    () => eventStreamResponse(['delta', { text: 'At' }]),
    'The connection closed before the response was complete',
  ],
])('a server that %s ends the command with 1', async (_what, respond, message) => {
  const { code, stderr } = await runCli(viaServer, stubServer(respond))
  expect(code).toBe(1)
  expect(stderr).toContain(message)
})

test('an unreachable server is named', async () => {
  const fetch = async () => {
    throw new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED') })
  }
  const { code, stderr } = await runCli(viaServer, { fetch })
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: 'Cannot reach http://lorewell.test: connect ECONNREFUSED\n',
  })
})

test('a server that is no Lorewell server is named as the likely mistake', async () => {
  const { code, stderr } = await runCli(
    viaServer,
    stubServer(() => new Response('<h1>Not found</h1>', { status: 404 })),
  )
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr:
      'The service returned status 404. Check that --server or LOREWELL_SERVER is the address of a running Lorewell server.\n',
  })
})

test.each(['http://lorewell.test/v1', 'http://lorewell.test/?a', 'http://ada@lorewell.test'])(
  'the address %s is refused with the one to use',
  async (address) => {
    const { code, stderr } = await runCli(['ask', 'When?', '--server', address, '--key', 'lw_1'])
    expect(code).toBe(2)
    expect(stderr).toContain('--server must be an address without a path, such as http://lorewell.test.')
  },
)

test('a rejected field of the server is one line', async () => {
  const body = { message: 'Validation Failed', id: 'field-validation', details: { question: { message: 'is long' } } }
  const { stderr } = await runCli(
    viaServer,
    stubServer(() => Response.json(body, { status: 400 })),
  )
  expect(stderr).toBe('question: is long\n')
})

test('a request is retried after the time in Retry-After', async () => {
  let calls = 0
  const { fetch } = stubServer(() =>
    ++calls === 1
      ? new Response('{}', { status: 429, headers: { 'retry-after': '0' } })
      : eventStreamResponse(['done', result]),
  )
  const { code } = await runCli(viaServer, { fetch })
  expect({ code, calls }).toEqual({ code: 0, calls: 2 })
})
