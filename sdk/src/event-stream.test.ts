import { expect, test } from 'vitest'
import { readServerSentEvents } from './event-stream.ts'

async function collectEvents(chunks: Uint8Array[]): Promise<unknown[]> {
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk)
      controller.close()
    },
  })
  const events: unknown[] = []
  for await (const event of readServerSentEvents(new Response(stream))) events.push(event)
  return events
}

test('events are the same wherever the bytes are split', async () => {
  const text = 'event: delta\ndata: {"text":"Grüße"}\r\n\r\nevent: done\ndata: one\ndata: two\n\n'
  const bytes = new TextEncoder().encode(text)
  const whole = await collectEvents([bytes])
  expect(whole).toEqual([
    { name: 'delta', data: '{"text":"Grüße"}' },
    { name: 'done', data: 'one\ntwo' },
  ])
  for (let split = 1; split < bytes.length; split += 1)
    expect(await collectEvents([bytes.slice(0, split), bytes.slice(split)])).toEqual(whole)
})

test('a comment and an unfinished event are not events', async () => {
  expect(await collectEvents([new TextEncoder().encode(': still here\n\nevent: delta\ndata: {"te')])).toEqual([])
})
