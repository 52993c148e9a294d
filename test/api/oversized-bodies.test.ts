import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { formType, multipartBody, uploadParts } from '../support/multipart.ts'
import type { Person } from '../support/test-app.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'

/**
 * Bodies over the limit, sent by clients that read a response early and by clients that write everything first. All of them
 * must read the 413: larger than the buffers of a connection, a body that nobody reads breaks it.
 */

const maxBodyBytes = 64 * 1024
const maxFileBytes = 8 * 1024 * 1024
const oversized = 24 * 1024 * 1024

let server: TestServer
let ada: Person
let folder: string
beforeAll(async () => {
  server = await startTestServer({ config: { maxBodyBytes, maxFileBytes } })
  await server.organization('acme')
  ada = await server.person('acme', 'ada')
  await server.dataSource('acme', 'docs')
  folder = mkdtempSync(join(tmpdir(), 'oversized-'))
})
afterAll(async () => {
  await server?.close()
  rmSync(folder, { recursive: true, force: true })
})

const bodies = {
  'a JSON body': {
    path: '/v1/notes',
    type: 'application/json',
    make: () => Buffer.from(JSON.stringify({ title: 'Large', markdown: 'x'.repeat(oversized) })),
  },
  'an upload': {
    path: '/v1/files',
    type: formType,
    make: () => multipartBody(uploadParts({ rootId: 'docs', id: 'large' }, 'large.txt', 'x'.repeat(oversized))),
  },
}

/** Writes all of the body before it reads, as clients for Python do. */
const pythonUpload = `
import http.client, json, sys
host, path, headers, file = sys.argv[1:]
connection = http.client.HTTPConnection(host, timeout=120)
connection.request("POST", path, body=open(file, "rb").read(), headers=json.loads(headers))
response = connection.getresponse()
print(response.status)
print(response.read().decode())
`

const httpxUpload = `
import httpx, json, sys
url, headers, file = sys.argv[1:]
response = httpx.post(url, content=open(file, "rb").read(), headers=json.loads(headers), timeout=120)
print(response.status_code)
print(response.text)
`

/** Packages of Debian are only seen by its own interpreter, which need not be the first in the search path. */
const pythons = ['python3', '/usr/bin/python3']

/** Returns an interpreter that has the module, if there is one. */
async function findPythonWith(module: string): Promise<string | undefined> {
  for (const python of pythons) {
    const hasModule = promisify(execFile)(python, ['-c', `import ${module}`]).then(
      () => true,
      () => false,
    )
    if (await hasModule) return python
  }
  return undefined
}

describe.each(Object.entries(bodies))('%s over the limit', (_name, { path, type, make }) => {
  const headers = () => ({ authorization: `Bearer ${ada.key}`, 'content-type': type })
  const refusal = { id: 'payload-too-large', message: expect.any(String) }

  it('is refused with 413 for fetch', async () => {
    const response = await fetch(server.url + path, { method: 'POST', headers: headers(), body: make() })
    expect([response.status, await response.json()]).toEqual([413, refusal])
    expect(response.headers.get('connection')).toBe('close')
  })

  it('is refused with 413 for node:http, which axios sends with', async () => {
    const body = make()
    const answered = await new Promise<[number | undefined, string]>((resolve, reject) => {
      const options = { method: 'POST', headers: { ...headers(), 'content-length': body.length } }
      const sent = request(server.url + path, options, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () => resolve([response.statusCode, Buffer.concat(chunks).toString()]))
        response.on('error', reject)
      })
      // Also after the response has begun: axios rejects then.
      sent.on('error', reject)
      sent.end(body)
    })
    expect([answered[0], JSON.parse(answered[1])]).toEqual([413, refusal])
  })

  it.each(['with a length', 'in chunks'])(
    'is refused with 413 for a client that writes all of it first, %s',
    async (form) => {
      const body = make()
      const isChunked = form === 'in chunks'
      const length = isChunked ? { 'transfer-encoding': 'chunked' } : { 'content-length': body.length }
      const fields = Object.entries({ host: 'test', ...headers(), ...length }).map(
        ([name, value]) => `${name}: ${value}`,
      )
      const { hostname, port } = new URL(server.url)
      const socket = connect(Number(port), hostname)
      const isWritten = new Promise<void>((resolve, reject) => {
        socket.once('error', reject)
        socket.write(`POST ${path} HTTP/1.1\r\n${fields.join('\r\n')}\r\n\r\n`)
        if (isChunked) socket.write(`${body.length.toString(16)}\r\n`)
        socket.write(body, () => resolve())
        if (isChunked) socket.write('\r\n0\r\n\r\n')
      })
      await isWritten
      let text = ''
      for await (const part of socket) text += part
      const [head, answer] = text.split('\r\n\r\n') as [string, string]
      expect(head).toMatch(/^HTTP\/1\.1 413 /)
      expect(head).toMatch(/^connection: close$/im)
      expect(JSON.parse(answer)).toEqual(refusal)
    },
  )

  it('is refused with 413 for http.client of Python', async (context) => {
    const file = join(folder, 'body')
    writeFileSync(file, make())
    const { host } = new URL(server.url)
    try {
      const args = ['-c', pythonUpload, host, path, JSON.stringify(headers()), file]
      const { stdout } = await promisify(execFile)('python3', args)
      const [status, body] = stdout.split('\n') as [string, string]
      expect([status, JSON.parse(body)]).toEqual(['413', refusal])
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
      context.skip('python3 is not installed')
    }
  })

  it('is refused with 413 for httpx', async (context) => {
    const python = await findPythonWith('httpx')
    if (python === undefined) return context.skip('httpx for Python is not installed')
    const file = join(folder, 'body')
    writeFileSync(file, make())
    const args = ['-c', httpxUpload, server.url + path, JSON.stringify(headers()), file]
    const { stdout } = await promisify(execFile)(python, args)
    const [status, body] = stdout.split('\n') as [string, string]
    expect([status, JSON.parse(body)]).toEqual(['413', refusal])
  })

  it('is refused with 413 for curl', async (context) => {
    const file = join(folder, 'body')
    writeFileSync(file, make())
    const args = ['--silent', '--show-error', '--write-out', '\n%{http_code}', '--data-binary', `@${file}`]
    const named = Object.entries(headers()).flatMap(([name, value]) => ['--header', `${name}: ${value}`])
    try {
      const { stdout } = await promisify(execFile)('curl', [...args, ...named, server.url + path])
      const [body, status] = stdout.split('\n') as [string, string]
      expect([status, JSON.parse(body)]).toEqual(['413', refusal])
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
      context.skip('curl is not installed')
    }
  })
})
