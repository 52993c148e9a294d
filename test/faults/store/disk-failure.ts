import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sendHttpRequest } from '../../support/http-request.ts'
import { buildService, type ServiceProcess, startServiceProcess } from '../../support/service-process.ts'
import { startStubEmbeddingsServer } from '../../support/stub-embeddings-server.ts'
import { contentFixture, createTestApp, type Reply } from '../../support/test-app.ts'
import { createTestDatabase, type TestDatabase } from '../../support/test-database.ts'
import { createTempFolder } from '../../support/test-terminal.ts'
import { runImportCommand } from './import-command.ts'

const preloadPath = fileURLToPath(new URL('failing-fs-preload.cjs', import.meta.url))
const timeoutMs = 300_000
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** A disk that breaks below a running service: it can only be read any more, or every write to it fails. */
export function diskFailureSuite(): void {
  describe('a disk that breaks under a running service', () => {
    let endpoint: Awaited<ReturnType<typeof startStubEmbeddingsServer>>
    let scratch: TestDatabase
    let service: ServiceProcess
    let url: string
    let key: string
    const folder = createTempFolder()
    const pages = createTempFolder()
    const state = join(folder.directory, 'state')
    const disk = {
      become: (what: 'read-only' | 'failing') => writeFileSync(state, what),
      heal: () => rmSync(state, { force: true }),
    }
    beforeAll(async () => {
      buildService()
      endpoint = await startStubEmbeddingsServer()
      scratch = await createTestDatabase()
      await scratch.database.close()
      const prepared = await createTestApp({ settings: scratch.settings })
      await prepared.organization('acme')
      key = (await prepared.person('acme', 'ada', { role: 'admin' })).key
      await prepared.dataSource('acme', 'tickets')
      await prepared.assistant('acme', 'helper')
      await prepared.close()
      service = startServiceProcess(scratch.settings, {
        env: { NODE_OPTIONS: `--require "${preloadPath}"`, DISK_STATE: state, ...endpoint.env },
      })
      url = (await service.url) ?? ''
      expect(url, service.output()).not.toBe('')
      for (const id of ['T-1', 'T-2', 'T-3'])
        expect((await send('POST', '/ask/index', contentFixture({ id }))).status).toBe(200)
      for (const name of ['a', 'b'])
        writeFileSync(join(pages.directory, `${name}.md`), `# ${name}\n\nThe gate ${name} closes at nine.`)
    }, timeoutMs)
    afterAll(async () => {
      disk.heal()
      await service?.stop()
      await endpoint?.close()
      await scratch?.close()
      folder.remove()
      pages.remove()
    })

    const send = (method: Method, path: string, body?: unknown): Promise<Reply> =>
      sendHttpRequest(`${url}/v1${path}`, {
        method,
        headers: {
          authorization: `Bearer ${key}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        body: body === undefined ? undefined : JSON.stringify(body),
      })
    const listed = async (): Promise<string[]> =>
      (await send('GET', '/ask/index?rootId=tickets')).body.hits.map((hit: { id: string }) => hit.id).sort()
    const ask = () => send('POST', '/ask', { question: 'When does the front door open?' })
    const remove = (id: string) => send('DELETE', '/ask/index', { rootId: 'tickets', id })

    /** `lorewell import`, during which the disk heals after its first refusal. */
    async function importing(): Promise<{ statuses: number[]; json: unknown }> {
      const statuses: number[] = []
      const { json } = await runImportCommand(
        async (method, path, body) => {
          if (statuses.includes(503)) disk.heal()
          const reply = await sendHttpRequest(url + path, {
            method,
            headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
            body: body as string | undefined,
          })
          statuses.push(reply.status)
          return reply
        },
        pages.directory,
        'tickets',
      )
      return { statuses, json }
    }

    test(
      'that can only be read: changes are refused with 503, reading goes on, and changes are taken once it can be written',
      async () => {
        expect((await ask()).status).toBe(200)
        expect((await send('GET', '/ask/digest/helper')).status).toBe(200)
        disk.become('read-only')
        const refusals = [
          await send('POST', '/ask/index', contentFixture({ id: 'T-4' })),
          await send('POST', '/notes', { title: 'A', markdown: 'B' }),
          await remove('T-1'),
        ]
        for (const refused of refusals) {
          expect(refused).toMatchObject({ status: 503, body: { id: 'unavailable' } })
          expect(refused.body.message).toContain('can only be read')
          expect(refused.headers['retry-after']).toBe('60')
        }
        const batch = await send('POST', '/ask/index/batch', { items: [contentFixture({ id: 'T-4' })] })
        expect(JSON.stringify(batch.body)).toContain('can only be read')
        expect((await ask()).body.answer).toContain('seven')
        expect((await send('GET', '/ask/digest/helper')).status).toBe(200)
        expect(await listed()).toEqual(['T-1', 'T-2', 'T-3'])

        disk.heal()
        expect((await send('POST', '/ask/index', contentFixture({ id: 'T-4' }))).status).toBe(200)
        expect((await remove('T-3')).status).toBe(200)
        expect(await listed()).toEqual(['T-1', 'T-2', 'T-4'])
      },
      timeoutMs,
    )

    test(
      'on which every write fails: 503, and when it is well again the database starts by itself, with all that it acknowledged',
      async () => {
        const before = await listed()
        disk.become('failing')
        const refused = await send('POST', '/ask/index', contentFixture({ id: 'T-5' }))
        expect(refused, service.output()).toMatchObject({ status: 503, body: { id: 'unavailable' } })
        expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
        for (const reply of [await remove('T-1'), await send('GET', '/ask/digest/helper'), await ask()])
          expect(reply.status).toBe(503)
        expect((await sendHttpRequest(`${url}/healthz`, { method: 'GET', headers: {} })).status).toBe(200)

        // Waits for it and goes on.
        const imported = await importing()
        expect(imported.statuses).toContain(503)
        expect(imported.json).toMatchObject({ created: 2, failed: 0 })
        const after = await listed()
        expect(after.filter((id) => id.startsWith('T-') && id !== 'T-5')).toEqual(before)
        expect(after.filter((id) => !id.startsWith('T-'))).toHaveLength(2)
        expect((await remove('T-1')).status).toBe(200)
        expect((await ask()).body.answer).toContain('seven')
        expect(service.child.exitCode).toBeNull()
      },
      timeoutMs,
    )
  })
}
