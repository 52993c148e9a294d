import axios from 'axios'
import type { Flow, Item, Server } from './flow'
import { createFlow as createHeyApi } from './hey-api-flow'
import { createFlow as createOpenapiFetch } from './openapi-fetch-flow'
import { createFlow as createOrval } from './orval-flow'

const server: Server = { url: process.env.LOREWELL_SERVER ?? '', key: process.env.LOREWELL_KEY ?? '' }
const flows = { 'openapi-fetch': createOpenapiFetch, '@hey-api/openapi-ts': createHeyApi, orval: createOrval }

let failed = 0
for (const [name, createFlow] of Object.entries(flows)) await report(name, () => runFlow(createFlow(server)))
for (const path of ['/v1/notes', '/v1/ask/index']) await report(`axios, 24 MiB to ${path}`, () => sendOversized(path))
process.exit(failed === 0 ? 0 : 1)

async function report(name: string, work: () => Promise<string>): Promise<void> {
  try {
    console.log(`${name}: ${await work()}`)
  } catch (error) {
    failed += 1
    console.log(`${name}: FAILED: ${error instanceof Error ? error.stack : error}`)
  }
}

async function runFlow(flow: Flow): Promise<string> {
  const item: Item = {
    rootId: 'tickets',
    id: 'T-1',
    title: 'Door',
    content: 'The battery was empty.',
    type: 'markdown',
    updatedAt: '2026-11-01T09:00:00Z',
    url: 'https://tickets.test/1',
  }
  const checks = {
    ask: expectMatch(JSON.stringify(await flow.ask('Who is on call at the weekend?')), /platform team.*"On call"/),
    index: expectMatch(await flow.index(item), /^T-1$/),
    list: expectMatch(JSON.stringify(await flow.list('tickets')), /"T-1".*"nbPages":1/),
    delete: expectMatch(String(await flow.remove('tickets', 'T-1')), /^true$/),
    digest: expectMatch(await flow.digest('helper'), /On call/),
    conversation: expectMatch(await flow.converse(crypto.randomUUID()), /^completed$/),
    'invalid field': expectMatch(String(await flow.createInvalidNote()), /must not be empty/),
  }
  return `${Object.keys(checks).join(', ')}: as typed`
}

function expectMatch(text: string, expected: RegExp): true {
  if (!expected.test(text)) throw new Error(`${text.slice(0, 300)} instead of ${expected}`)
  return true
}

/** A body that is refused before it is read must not break the connection of a client that is still writing. */
async function sendOversized(path: string): Promise<string> {
  const { status, data } = await axios.post(
    server.url + path,
    { title: 'x'.repeat(24 * 1024 * 1024) },
    { headers: { authorization: `Bearer ${server.key}` }, validateStatus: () => true, maxBodyLength: Infinity },
  )
  if (status !== 413 || data.id !== 'payload-too-large') throw new Error(`${status} ${JSON.stringify(data)}`)
  return '413 payload-too-large'
}
