import { expect, test } from 'vitest'
import { readEvents } from './event-stream.ts'

async function read(parts: Uint8Array[]): Promise<unknown[]> {
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const part of parts) controller.enqueue(part)
      controller.close()
    },
  })
  const events: unknown[] = []
  for await (const event of readEvents(stream)) events.push(event)
  return events
}

const text = 'event: delta\ndata: {"text":"Grüße"}\n\nevent: done\ndata: {"answer":"Grüße"}\n\n'

test('events are the same however the bytes are cut', async () => {
  const bytes = new TextEncoder().encode(text)
  const whole = await read([bytes])
  expect(whole).toEqual([
    { event: 'delta', data: { text: 'Grüße' } },
    { event: 'done', data: { answer: 'Grüße' } },
  ])
  for (let cut = 1; cut < bytes.length; cut += 1)
    expect(await read([bytes.slice(0, cut), bytes.slice(cut)])).toEqual(whole)
})

test('a comment and an unfinished event are no events', async () => {
  expect(await read([new TextEncoder().encode(': still here\n\nevent: delta\ndata: {"te')])).toEqual([])
})
