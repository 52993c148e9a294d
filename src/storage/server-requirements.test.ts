import type { ClientBase } from 'pg'
import { expect, test } from 'vitest'
import { requireSupportedServer } from './server-requirements.ts'

/** A connection to a server of this version, to a database with or without a store. */
function connectionTo(version: number, { vector, exists }: { vector: string | null; exists: boolean }): ClientBase {
  return { query: async () => ({ rows: [{ version, vector, exists }] }) } as unknown as ClientBase
}

test.each([
  [150_018, null, 'PostgreSQL 15 is too old. Use PostgreSQL 17 or newer.'],
  [160_003, '0.8.0', 'PostgreSQL 16 is too old. Use PostgreSQL 17 or newer.'],
  [
    170_002,
    null,
    'PostgreSQL 17 has no pgvector. Install the extension on the server (Debian: postgresql-17-pgvector).',
  ],
])('a new store is refused by a server of version %i with pgvector %s', async (version, vector, message) => {
  const client = connectionTo(version, { vector, exists: false })
  await expect(requireSupportedServer(client)).rejects.toThrow(message)
})

test('a new store is accepted by PostgreSQL 17 with pgvector; a store that is there, by any version', async () => {
  await requireSupportedServer(connectionTo(170_002, { vector: '0.8.0', exists: false }))
  await requireSupportedServer(connectionTo(160_003, { vector: null, exists: true }))
})
