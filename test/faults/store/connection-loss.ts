import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contentFixture, createTestApp, type Person, type Reply, type TestApp } from '../../support/test-app.ts'
import { createTestDatabase, type TestDatabase } from '../../support/test-database.ts'
import { createTempFolder } from '../../support/test-terminal.ts'
import { runImportCommand } from './import-command.ts'
import { startInterruptibleProxy } from './interruptible-proxy.ts'

/** Only a server is reached over connections that can be cut. */
export function connectionLossSuite(): void {
  describe('connections to the database that are cut', () => {
    let scratch: TestDatabase
    let way: Awaited<ReturnType<typeof startInterruptibleProxy>>
    let service: TestApp
    let ada: Person
    const folder = createTempFolder()
    beforeAll(async () => {
      scratch = await createTestDatabase()
      const url = new URL(scratch.settings.databaseUrl)
      way = await startInterruptibleProxy({ host: url.hostname, port: Number(url.port || 5432) })
      url.hostname = '127.0.0.1'
      url.port = String(way.port)
      service = await createTestApp({ settings: { ...scratch.settings, databaseUrl: url.href } })
      await service.organization('acme')
      ada = await service.person('acme', 'ada', { role: 'admin' })
      await service.dataSource('acme', 'tickets')
      await service.assistant('acme', 'helper')
    })
    afterAll(async () => {
      way.restore()
      await service.close()
      await way.close()
      await scratch.close()
      folder.remove()
    })

    const send = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown): Promise<Reply> =>
      service.call(ada.key, method, `/v1${path}`, body)
    const listed = async (): Promise<string[]> =>
      (await send('GET', '/ask/index?rootId=tickets&hitsPerPage=100')).body.hits.map((hit: { id: string }) => hit.id)

    /** Cut after one message, after two, and so on, until the operation gets through. How often it was cut. */
    async function cutEverywhere(operation: (round: number) => Promise<Reply>): Promise<number> {
      for (let messages = 0; ; messages++) {
        way.cutAfter(messages)
        const reply = await operation(messages)
        way.restore()
        if (reply.status === 200) return messages
        expect(reply).toMatchObject({ status: 503, body: { id: 'unavailable' } })
        expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0)
        expect(reply.text).not.toMatch(/terminated|ECONN|127\.0\.0\.1/)
        expect(messages).toBeLessThan(200)
      }
    }

    test('index: 503 wherever it is cut, all or nothing written, and the next try succeeds', async () => {
      const told = new Set<string>()
      const cuts = await cutEverywhere(async (round) => {
        // Equal texts would be folded into one hit.
        const words = Array.from({ length: 12 }, (_, index) => `word${round}x${index}`).join(' ')
        const item = contentFixture({ id: `T-${round}`, content: `The front door opens at seven: ${words}.` })
        const reply = await send('POST', '/ask/index', item)
        if (reply.status === 200) told.add(`T-${round}`)
        return reply
      })
      expect(cuts).toBeGreaterThan(3)
      const there = await listed()
      for (const id of told) expect(there).toContain(id)
      // Whatever is there is whole: it has its passage and answers.
      const { body } = await send('POST', '/search', { query: 'When does the front door open?', limit: 50 })
      expect(body.hits.map((hit: { id: string }) => hit.id).sort()).toEqual(there.sort())
      expect((await send('POST', '/ask/index', contentFixture({ id: 'T-0' }))).status).toBe(200)
    })

    test('delete: 503 wherever it is cut, and gone when it is acknowledged', async () => {
      const cuts = await cutEverywhere(() => send('DELETE', '/ask/index', { rootId: 'tickets', id: 'T-0' }))
      expect(cuts).toBeGreaterThan(1)
      expect(await listed()).not.toContain('T-0')
    })

    test('ask and digest: 503 wherever they are cut, then an answer', async () => {
      await send('POST', '/ask/index', contentFixture({ id: 'T-0' }))
      expect(
        await cutEverywhere(() => send('POST', '/ask', { question: 'When does the front door open?' })),
      ).toBeGreaterThan(2)
      expect(await cutEverywhere(() => send('GET', '/ask/digest/helper'))).toBeGreaterThan(1)
    })

    test('import: waits out a cut and then goes on', async () => {
      for (const name of ['a', 'b', 'c', 'd'])
        writeFileSync(join(folder.directory, `${name}.md`), `# ${name}\n\nThe gate ${name} closes at nine.`)
      const statuses: number[] = []
      let sent = 0
      const imported = await runImportCommand(
        async (...request) => {
          sent += 1
          if (sent === 2) way.cut()
          if (statuses.includes(503)) way.restore()
          const reply = await service.call(ada.key, ...request)
          statuses.push(reply.status)
          return reply
        },
        folder.directory,
        'tickets',
      )
      expect(statuses).toContain(503)
      expect(imported.json).toMatchObject({ created: 4, failed: 0 })
      expect((await listed()).filter((id) => /^[abcd]-/.test(id))).toHaveLength(4)
    })

    test('while it is cut the service says what is not ready, and is ready again afterwards', async () => {
      way.cut()
      const { status, body } = await service.call(undefined, 'GET', '/readyz')
      expect({ status, parts: body.parts }).toMatchObject({ status: 503, parts: { database: 'down' } })
      expect((await service.call(undefined, 'GET', '/healthz')).status).toBe(200)
      way.restore()
      expect((await service.call(undefined, 'GET', '/readyz')).status).toBe(200)
    })
  })
}
