import { spawn } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startCallbackReceiver } from '../support/callback-receiver.ts'
import { createTestApp, type Person } from '../support/test-app.ts'

const due = '2026-11-09T08:00:00Z'

let receiver: Awaited<ReturnType<typeof startCallbackReceiver>>
beforeAll(async () => {
  receiver = await startCallbackReceiver()
})
afterAll(() => receiver.close())

test('a server that is killed in the middle of a delivery goes on after its restart: each member gets each digest once', async () => {
  const config = { callbackAllow: [...receiver.allowedHosts] }
  const before = await createTestApp({ config, now: () => new Date('2026-11-03T12:00:00Z') })
  const { settings } = before
  await before.organization('acme')
  await before.assistant('acme', 'helper', { schedule: { days: [1], hour: 9, timeZone: 'Europe/Berlin' } })
  const updatedAt = new Date('2026-11-03T09:00:00Z')
  await before.note('acme', { title: 'Gates', content: 'The gate opens at seven.', updatedAt })
  const people: Person[] = []
  for (const name of ['ada', 'bob', 'cleo', 'dan', 'eve']) {
    const person = await before.person('acme', name)
    people.push(person)
    await before.call(person.key, 'PUT', '/v1/assistants/helper/subscription', { webhookUrl: receiver.url })
  }
  // The embedded store belongs to one process at a time.
  const isEmbedded = before.database.engine === 'pglite'
  if (isEmbedded) for (const part of [before.server, before.app, before.database]) await part.close()

  const tsx = fileURLToPath(import.meta.resolve('tsx/cli'))
  const script = fileURLToPath(new URL('./digest-kill-child.ts', import.meta.url))
  const child = spawn(
    process.execPath,
    [tsx, script, JSON.stringify(settings), receiver.allowedHosts[0] as string, due],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  )
  const signal = await new Promise((resolve) => child.once('exit', (code, by) => resolve(by ?? code)))

  // Later than any lease of the one that died.
  const after = await createTestApp({ config, settings, now: () => new Date('2026-11-09T08:20:00Z') })
  try {
    const inboxOf = async (person: Person) => (await after.call(person.key, 'GET', '/v1/inbox')).body.digests
    const counts = async () => (await Promise.all(people.map(inboxOf))).map((digests) => digests.length)
    // On a server two are delivered side by side: the one that ended it may have been the third or the fourth.
    expect([signal === 0, (await counts()).toSorted()]).toEqual([
      false,
      isEmbedded ? [0, 0, 0, 1, 1] : [0, 0, expect.any(Number), 1, 1],
    ])
    await after.app.jobs.drain()
    expect(await counts()).toEqual([1, 1, 1, 1, 1])
    await after.app.jobs.drain()
    expect(await counts()).toEqual([1, 1, 1, 1, 1])
    const [entry] = await inboxOf(people[4] as Person)
    const { body } = await after.call(people[4]?.key, 'GET', `/v1/inbox/${entry.id}`)
    expect(body.digest).toContain('The gate opens at seven.')
    // A webhook may be repeated after a crash, but then under the same id.
    const ids = receiver.received.map(({ headers }) => headers['webhook-id'])
    const told = receiver.received.map(({ body: text }) => JSON.parse(text).data.id)
    expect([new Set(ids).size, new Set(told).size]).toEqual([5, 5])
  } finally {
    await after.close()
    if (isEmbedded) await rm(settings.dataDir, { recursive: true, force: true })
    else await before.close()
  }
})
