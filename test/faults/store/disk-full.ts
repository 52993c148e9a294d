import { cpSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contentFixture, createTestApp, type Person, type TestApp } from '../../support/test-app.ts'
import { createTestDatabase } from '../../support/test-database.ts'
import { createTempFolder } from '../../support/test-terminal.ts'
import { runImportCommand } from './import-command.ts'
import { mountTmpfsDisk } from './tmpfs-disk.ts'

/** Of the embedded database: a server keeps its files elsewhere. */
export function diskFullSuite(): void {
  const disk = mountTmpfsDisk(180)
  const folder = createTempFolder()
  afterAll(() => {
    disk?.remove()
    folder.remove()
  })

  describe.skipIf(!disk)('a full disk', () => {
    let service: TestApp
    let ada: Person
    const dataDir = join(disk?.directory ?? '', 'data')
    beforeAll(async () => {
      const scratch = await createTestDatabase()
      await scratch.database.close()
      cpSync(scratch.settings.dataDir, dataDir, { recursive: true })
      await scratch.close()
      service = await createTestApp({ settings: { databaseUrl: '', dataDir } })
      await service.organization('acme')
      ada = await service.person('acme', 'ada', { role: 'admin' })
      await service.dataSource('acme', 'tickets')
      await service.assistant('acme', 'helper')
      for (const id of ['T-1', 'T-2']) expect((await index(id)).status).toBe(200)
    })
    afterAll(() => service?.close())

    const index = (id: string) => service.call(ada.key, 'POST', '/v1/ask/index', contentFixture({ id }))
    const listed = async () => {
      const { body } = await service.call(ada.key, 'GET', '/v1/ask/index?rootId=tickets')
      return body.hits.map((hit: { id: string }) => hit.id).sort()
    }
    const importing = () =>
      runImportCommand((...request) => service.call(ada.key, ...request), folder.directory, 'tickets')

    test('refuses writes with 507 and loses nothing, goes on reading, and takes them when there is room', async () => {
      disk?.fillExcept(20_000_000)
      const refused = await index('T-3')
      expect(refused).toMatchObject({ status: 507, body: { id: 'insufficient-storage' } })
      expect(refused.headers['retry-after']).toBe('60')
      const note = await service.call(ada.key, 'POST', '/v1/notes', { title: 'A', markdown: 'B' })
      expect(note.status).toBe(507)
      const batch = await service.call(ada.key, 'POST', '/v1/ask/index/batch', {
        items: [contentFixture({ id: 'T-4' })],
      })
      expect(batch.body?.results?.[0] ?? batch.body).toMatchObject(
        batch.status === 507 ? { id: 'insufficient-storage' } : { ok: false, error: { id: 'insufficient-storage' } },
      )
      writeFileSync(join(folder.directory, 'page.md'), '# Page\n\nThe gate closes at nine.')
      const imported = await importing()
      expect(imported.code).toBe(1)
      expect(imported.stdout + imported.stderr).toContain('disk of the service is full')
      expect(await listed()).toEqual(['T-1', 'T-2'])
      const answer = await service.call(ada.key, 'POST', '/v1/ask', { question: 'When does the door open?' })
      expect(answer.body.answer).toContain('seven')
      expect((await service.call(ada.key, 'GET', '/v1/ask/digest/helper')).status).toBe(200)
      // What makes room must be possible.
      expect((await service.call(ada.key, 'DELETE', '/v1/ask/index', { rootId: 'tickets', id: 'T-2' })).status).toBe(
        200,
      )

      disk?.freeSpace()
      expect((await index('T-3')).status).toBe(200)
      expect((await importing()).json).toMatchObject({ created: 1, failed: 0 })
      expect((await listed()).slice(0, 2)).toEqual(['T-1', 'T-3'])
    })

    test('where not even the log can be written the database stops, and starts again by itself when there is room', async () => {
      const before = await listed()
      disk?.fillExcept(0)
      // What fills the log of a busy store: its next file cannot be made.
      await expect(
        sql`select pg_logical_emit_message(true, 'x', repeat('x', 100)), pg_switch_wal()`.execute(
          service.database.unrestricted,
        ),
      ).rejects.toThrow()
      const during = await index('T-5')
      expect([503, 507]).toContain(during.status)
      expect(Number(during.headers['retry-after'])).toBeGreaterThan(0)

      disk?.freeSpace()
      await expect.poll(async () => (await index('T-6')).status, { timeout: 200_000, interval: 500 }).toBe(200)
      expect(await listed()).toEqual([...before, 'T-6'].sort())
      expect((await service.call(undefined, 'GET', '/readyz')).status).toBe(200)
    })
  })
}
