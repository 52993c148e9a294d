import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { createApiKeys } from '../../src/identity/api-keys.ts'
import { createMembers } from '../../src/identity/members.ts'
import { createOrganizations } from '../../src/identity/organizations.ts'
import { createRequestAuthenticator } from '../../src/identity/request-authenticator.ts'
import { openDatabase } from '../../src/storage/database.ts'
import { knownMigrations } from '../../src/storage/migrate.ts'
import { createRestoreTarget } from '../support/restore-target.ts'

const lastOfVersion01 = '0023-listing-by-index.sql'

test('a store of version 0.1 opens, and its API keys work', async () => {
  const { settings, remove } = await createRestoreTarget()
  const now = () => new Date()
  const newId = () => randomUUID()
  const member = { organizationId: 'acme', email: 'ada@acme.test', name: 'Ada', role: 'admin' } as const

  const old = await openDatabase(settings, {
    migrations: knownMigrations().filter((name) => name <= lastOfVersion01),
  })
  await createOrganizations({ database: old, newId }).create({ id: 'acme', name: 'Acme' })
  const { id: memberId } = await createMembers({ database: old, newId, now }).create(member)
  const apiKeys = createApiKeys({ database: old, newId, now })
  const { key } = await apiKeys.create({ organizationId: 'acme', memberId, name: 'Test' })
  await old.close()

  const database = await openDatabase(settings)
  const { authenticate } = createRequestAuthenticator({ database, now })
  expect(await authenticate({ 'x-api-key': key })).toMatchObject({ memberId, email: member.email })
  await database.close()
  await remove()
})
