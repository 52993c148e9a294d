import { Client, InMemoryTransport } from '@modelcontextprotocol/client'
import { expect, test } from 'vitest'
import type { McpBackend } from './mcp-backend.ts'
import { createMcpServer } from './mcp-server.ts'

test('a host that cancels on a lasting connection, such as standard input and output, ends the answer', async () => {
  const signals: AbortSignal[] = []
  const ask: McpBackend['ask'] = (_request, { signal }) =>
    new Promise((_resolve, reject) => {
      if (!signal) return reject(new Error('There is no signal'))
      signals.push(signal)
      signal.addEventListener('abort', () => reject(signal.reason))
    })
  const server = createMcpServer({ backend: { ask } as McpBackend, onError: () => {} })
  const client = new Client({ name: 'test', version: '1' })
  const [ofClient, ofServer] = InMemoryTransport.createLinkedPair()
  await server.connect(ofServer)
  await client.connect(ofClient)
  const cancelling = new AbortController()
  const answer = client.callTool({ name: 'ask', arguments: { question: 'Who?' } }, { signal: cancelling.signal })
  await expect.poll(() => signals.map(({ aborted }) => aborted)).toEqual([false])
  cancelling.abort()
  await expect(answer).rejects.toThrow()
  await expect.poll(() => signals.map(({ aborted }) => aborted)).toEqual([true])
  await client.close()
})
