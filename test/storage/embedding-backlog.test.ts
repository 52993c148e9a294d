import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createApp } from '../../src/app.ts'
import { createEmbeddingBacklog, ensureEmbeddingSpace } from '../../src/content/indexing/embedding-backlog.ts'
import {
  claimPendingDocuments,
  completeClaims,
  enqueueForEmbedding,
  nextClaimExpiryMs,
} from '../../src/content/indexing/pending-embeddings.ts'
import { AppError } from '../../src/errors.ts'
import { contentFixture, createTestApp, type TestApp } from '../support/test-app.ts'

const embedder = {
  name: 'test-letters',
  dimensions: 4,
  embed: async (texts: string[]) => texts.map((text) => new Float32Array([1, text.length, text.charCodeAt(0), 0])),
  close: async () => {},
}

describe('passages that are embedded behind the answer to the caller', () => {
  let service: TestApp
  let key: string

  beforeAll(async () => {
    service = await createTestApp({ embedder })
    await service.organization('acme')
    key = (await service.person('acme', 'ada', { role: 'admin' })).key
    await service.dataSource('acme', 'tickets')
  })
  afterAll(() => service.close())

  const counted = async (table: 'chunk' | 'chunk_vector') =>
    (await service.database.unrestricted.selectFrom(table).select('document_key').execute()).length

  const waiting = async () =>
    (await sql`select document_key from embedding_waiting`.execute(service.database.unrestricted)).rows

  test('have their vectors soon after the write that brought them', async () => {
    const manyPassages = Array.from(
      { length: 50 },
      (_, index) => `# Part ${index}\n\n${`The door of room ${index} is green. `.repeat(30)}`,
    )
    const reply = await service.call(
      key,
      'POST',
      '/v1/ask/index',
      contentFixture({ content: manyPassages.join('\n\n') }),
    )
    expect(reply.status).toBe(200)
    await service.app.backlog?.whenDrained()
    expect(await counted('chunk')).toBeGreaterThan(32)
    expect(await counted('chunk_vector')).toBe(await counted('chunk'))
    expect(await waiting()).toEqual([])
  })

  test('keep them when a large document grows at its beginning, and all of its passages move', async () => {
    const asked: string[] = []
    const { embed } = embedder
    const part = (name: string) => `# ${name}\n\n${`The door of the ${name} is blue. `.repeat(6)}`
    const parts = Array.from({ length: 140 }, (_, place) => part(`hall ${place}`))
    const write = async (text: string[]) => {
      const fields = contentFixture({ id: 'T-large', content: text.join('\n\n') })
      const reply = await service.call(key, 'POST', '/v1/ask/index', fields)
      expect(reply.status).toBe(200)
      await service.app.backlog?.whenDrained()
    }
    await write(parts)
    embedder.embed = (texts) => {
      asked.push(...texts)
      return embed(texts)
    }
    try {
      await write([part('porch'), ...parts])
    } finally {
      embedder.embed = embed
    }
    expect(asked).toHaveLength(1)
    expect(await counted('chunk_vector')).toBe(await counted('chunk'))
    await service.call(key, 'DELETE', '/v1/ask/index?rootId=tickets&id=T-large')
  })

  test('are all embedded anew by another model', async () => {
    const other = { ...embedder, name: 'test-other' }
    const { config, log } = service.app
    const app = await createApp({ config, log, database: service.database, embedder: other })
    await app.backlog?.whenDrained()
    const spaces = await service.database.unrestricted
      .selectFrom('chunk_vector as v')
      .innerJoin('embedding_space as s', 's.id', 'v.space_id')
      .select('s.name')
      .distinct()
      .execute()
    await app.close()
    expect(spaces).toEqual([{ name: 'test-other' }])
    expect(await counted('chunk_vector')).toBe(await counted('chunk'))
  })

  test('are taken over when whoever had them is gone, and stay listed when they change meanwhile', async () => {
    const store = service.database.unrestricted
    const { org_id: organizationId, key: document } = await store
      .selectFrom('document')
      .select(['org_id', 'key'])
      .executeTakeFirstOrThrow()
    await enqueueForEmbedding(store, organizationId, [document])
    const taken = await claimPendingDocuments(store)
    expect(taken).toHaveLength(1)
    expect(await claimPendingDocuments(store)).toEqual([])
    expect(await nextClaimExpiryMs(store)).toBeGreaterThan(1000)
    await enqueueForEmbedding(store, organizationId, [document])
    await completeClaims(store, taken)
    expect(await waiting()).toHaveLength(1)
    await sql`update embedding_waiting set taken_until = now() - interval '1 second'`.execute(store)
    expect(await nextClaimExpiryMs(store)).toBe(0)
    service.app.backlog?.wake()
    await service.app.backlog?.whenDrained()
    expect(await waiting()).toEqual([])
  })
})

describe('an embedder that fails', () => {
  let service: TestApp
  let key: string

  beforeAll(async () => {
    // This role leaves the backlog to another node, which is the test.
    service = await createTestApp({ embedder, config: { role: 'api' } })
    await service.organization('acme')
    key = (await service.person('acme', 'ada', { role: 'admin' })).key
    await service.dataSource('acme', 'tickets')
  })
  beforeEach(async () => {
    await sql`delete from document where root_id = 'tickets'`.execute(service.database.unrestricted)
  })
  afterAll(() => service.close())

  async function write(id: string, { parts = 34, word = 'green' } = {}) {
    const content = Array.from(
      { length: parts },
      (_, index) => `# Part ${index}\n\n${`The door of room ${index} is ${index === 0 ? word : 'green'}. `.repeat(6)}`,
    ).join('\n\n')
    const reply = await service.call(key, 'POST', '/v1/ask/index', contentFixture({ id, content }))
    expect(reply.status).toBe(200)
  }

  /** The number of passages without a vector, of each document that has some. */
  async function missingVectors() {
    const { rows } = await sql<{ id: string; missing: number }>`
      select d.id, count(*)::int as missing from chunk c join document d on d.org_id = c.org_id and d.key = c.document_key
      where not exists (select from chunk_vector v where v.org_id = c.org_id and v.chunk_key = c.key)
      group by d.id order by d.id`.execute(service.database.unrestricted)
    return rows
  }

  async function startBacklog(embed: typeof embedder.embed) {
    const { database } = service
    const errors: unknown[] = []
    const refused: unknown[] = []
    const backlog = createEmbeddingBacklog({
      database,
      embedder: { ...embedder, embed },
      spaceId: await ensureEmbeddingSpace(database, embedder),
      onError: (error) => errors.push(error),
      onRefused: (document) => refused.push(document),
      retryPauseMs: 1,
    })
    backlog.wake()
    return { backlog, errors, refused }
  }

  test('is tried again without a write or a restart', async () => {
    await write('T-1')
    let calls = 0
    const { backlog, errors } = await startBacklog(async (texts) => {
      calls += 1
      if (calls <= 2) throw new Error(`outage ${calls}`)
      return embedder.embed(texts)
    })
    try {
      await expect.poll(missingVectors, { timeout: 5000 }).toEqual([])
      expect(errors.map(String)).toEqual(['Error: outage 1', 'Error: outage 2'])
    } finally {
      await backlog.close()
    }
  })

  test('for good on one passage leaves out that one only', async () => {
    for (let index = 0; index < 20; index++)
      await write(`T-${index}`, index === 0 ? { parts: 100, word: 'forbidden' } : {})
    const { backlog, errors, refused } = await startBacklog(async (texts) => {
      if (texts.some((text) => text.includes('forbidden')))
        throw new AppError('unavailable', 'status 400', { isPermanent: true })
      return embedder.embed(texts)
    })
    try {
      await backlog.whenDrained()
      expect(await missingVectors()).toEqual([{ id: 'T-0', missing: 1 }])
      expect(refused).toEqual([{ organizationId: 'acme', id: 'T-0' }])
      expect(errors).toEqual([])
      expect(await nextClaimExpiryMs(service.database.unrestricted)).toBeGreaterThan(59 * 60_000)
      // An hour later: it is tried again, and not reported again.
      await sql`update embedding_waiting set taken_until = now() - interval '1 second'`.execute(
        service.database.unrestricted,
      )
      backlog.wake()
      await backlog.whenDrained()
      expect(await nextClaimExpiryMs(service.database.unrestricted)).toBeGreaterThan(59 * 60_000)
      expect(refused).toHaveLength(1)
    } finally {
      await backlog.close()
    }
  })

  test('for good on every text holds back no document', async () => {
    await write('T-1')
    let isBroken = true
    let calls = 0
    const { backlog, errors, refused } = await startBacklog(async (texts) => {
      calls += 1
      if (isBroken) throw new AppError('unavailable', 'no such model', { isPermanent: true })
      return embedder.embed(texts)
    })
    try {
      await backlog.whenDrained()
      // The batch and one short text.
      expect(calls).toBe(2)
      isBroken = false
      await expect.poll(missingVectors, { timeout: 5000 }).toEqual([])
      expect(String(errors[0])).toContain('no such model')
      expect(refused).toEqual([])
    } finally {
      await backlog.close()
    }
  })

  test('is not tried again after the backlog was closed', async () => {
    await write('T-1')
    let calls = 0
    const { backlog, errors } = await startBacklog(async () => {
      calls += 1
      throw new Error('outage')
    })
    await expect.poll(() => errors.length, { timeout: 5000 }).toBeGreaterThan(1)
    await backlog.close()
    const callsAtClose = calls
    await setTimeout(50)
    expect(calls).toBe(callsAtClose)
  })
})

describe('work that waits for a commit', () => {
  let service: TestApp
  beforeAll(async () => {
    service = await createTestApp()
  })
  afterAll(() => service.close())

  test('is done after it, and may begin a transaction of its own', async () => {
    const order: string[] = []
    let own: Promise<unknown> | undefined
    await service.database.transaction(async () => {
      service.database.afterCommit(() => {
        order.push('after')
        own = service.database.transaction(async () => 'its own')
      })
      order.push('inside')
    })
    expect(order).toEqual(['inside', 'after'])
    expect(await own).toBe('its own')
  })

  test('is not done where nothing is committed, and at once where there is no transaction', async () => {
    const done: string[] = []
    const failed = service.database.transaction(async () => {
      service.database.afterCommit(() => done.push('rolled back'))
      throw new Error('taken back')
    })
    await expect(failed).rejects.toThrow('taken back')
    service.database.afterCommit(() => done.push('without'))
    expect(done).toEqual(['without'])
  })

  test('a transaction inside another one is refused while that one is open, and not afterwards', async () => {
    let goOn: () => void = () => {}
    let started: Promise<unknown> | undefined
    await service.database.transaction(async () => {
      await expect(service.database.transaction(async () => 1)).rejects.toThrow('inside another one')
      started = new Promise<void>((resolve) => {
        goOn = resolve
      }).then(() => service.database.transaction(async () => 'later'))
    })
    goOn()
    expect(await started).toBe('later')
  })
})
