import { expect, test } from 'vitest'
import { parseEventStream } from './event-stream.ts'

async function collectEvents(parts: Uint8Array[]): Promise<unknown[]> {
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const part of parts) controller.enqueue(part)
      controller.close()
    },
  })
  const events: unknown[] = []
  for await (const event of parseEventStream(stream)) events.push(event)
  return events
}

const text = 'event: delta\ndata: {"text":"Grüße"}\n\nevent: done\ndata: {"answer":"Grüße"}\n\n'

test('events are the same however the bytes are cut', async () => {
  const bytes = new TextEncoder().encode(text)
  const whole = await collectEvents([bytes])
  expect(whole).toEqual([
    { event: 'delta', data: { text: 'Grüße' } },
    { event: 'done', data: { answer: 'Grüße' } },
  ])
  for (let cut = 1; cut < bytes.length; cut += 1)
    expect(await collectEvents([bytes.slice(0, cut), bytes.slice(cut)])).toEqual(whole)
})

test('a comment and an unfinished event are no events', async () => {
  expect(await collectEvents([new TextEncoder().encode(': still here\n\nevent: delta\ndata: {"te')])).toEqual(
    [],
  )
})
