import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/support/test-database.ts'
import { scopes } from '../contract/scopes.ts'
import { createApiKeys } from './api-keys.ts'
import { createMembers } from './members.ts'
import { createOrganizations } from './organizations.ts'
import { createRequestAuthenticator } from './request-authenticator.ts'
import { createTeams } from './teams.ts'

let scratch: TestDatabase
let clock = new Date('2026-03-01T10:00:00Z')
const problems: unknown[] = []

function parts() {
  const { database } = scratch
  const now = () => clock
  const newId = () => randomUUID()
  return {
    database,
    organizations: createOrganizations({ database, newId }),
    members: createMembers({ database, newId, now }),
    teams: createTeams({ database, newId }),
    apiKeys: createApiKeys({ database, newId, now }),
    credentials: createRequestAuthenticator({ database, now, onError: (error) => problems.push(error) }),
  }
}

beforeAll(async () => {
  scratch = await createTestDatabase()
  const { organizations, members } = parts()
  for (const id of ['acme', 'globex']) {
    await organizations.create({ id, name: id.toUpperCase(), domain: `${id}.test` })
    for (const name of ['ada', 'bob'])
      await members.create({ organizationId: id, id: name, email: `${name}@mail.test`, name, role: 'member' })
  }
})
afterAll(() => scratch?.close())

async function audience(organizationId: string, ...principals: string[]): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into audience (org_id) values (${organizationId}) returning id`.execute(scratch.database.unrestricted)
  const id = rows[0]?.id ?? 0
  for (const principal of principals)
    await scratch.database.unrestricted
      .insertInto('audience_principal')
      .values({ org_id: organizationId, audience_id: id, principal })
      .execute()
  return id
}

describe('an API key', () => {
  it('authenticates its owner in every supported header', async () => {
    const { apiKeys, credentials } = parts()
    const { key, apiKey } = await apiKeys.create({ organizationId: 'acme', memberId: 'ada', name: 'laptop' })
    expect(key).toMatch(/^lw_[0-9A-Za-z]{40}$/)
    expect(apiKey.hint).toBe(`lw_…${key.slice(-4)}`)
    const callers = await Promise.all([
      credentials.authenticate({ authorization: `Bearer ${key}` }),
      credentials.authenticate({ 'x-api-key': key }),
      credentials.authenticate({ 'x-slite-api-key': key }),
    ])
    for (const caller of callers) {
      expect(caller).toEqual({
        organizationId: 'acme',
        organizationName: 'ACME',
        organizationDomain: 'acme.test',
        askEnabled: true,
        memberId: 'ada',
        email: 'ada@mail.test',
        name: 'ada',
        role: 'member',
        audienceIds: [],
        credential: { kind: 'api-key', id: apiKey.id, scopes },
      })
    }
    expect(await credentials.authenticate({ cookie: `lorewell_session=${key}` })).toBeUndefined()
    expect(await credentials.authenticate({ 'x-api-key': `${key}x` })).toBeUndefined()
  })

  it('is stored as a hash, and listed without it', async () => {
    const { apiKeys, database } = parts()
    const { key, apiKey } = await apiKeys.create({ organizationId: 'acme', memberId: 'bob', name: 'server' })
    const rows = await database.unrestricted.selectFrom('api_key').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(key)
    expect(await apiKeys.list('acme', { memberId: 'bob' })).toEqual([apiKey])
    expect(await apiKeys.list('globex')).toEqual([])
  })

  it('is rejected once it is revoked, by its owner or an admin of its organization', async () => {
    const { apiKeys, credentials } = parts()
    const { key, apiKey } = await apiKeys.create({ organizationId: 'acme', memberId: 'ada', name: 'old' })
    expect(await apiKeys.revoke('globex', apiKey.id)).toBe(false)
    expect(await apiKeys.revoke('acme', apiKey.id, { memberId: 'bob' })).toBe(false)
    expect(await credentials.authenticate({ 'x-api-key': key })).toBeDefined()
    expect(await apiKeys.revoke('acme', apiKey.id, { memberId: 'ada' })).toBe(true)
    expect(await credentials.authenticate({ 'x-api-key': key })).toBeUndefined()
    expect(await apiKeys.revoke('acme', apiKey.id)).toBe(false)
  })

  it('records when it was last used, to the minute', async () => {
    const { apiKeys, credentials, database } = parts()
    const { key, apiKey } = await apiKeys.create({ organizationId: 'acme', memberId: 'ada', name: 'used' })
    const lastUse = async () =>
      (await apiKeys.list('acme')).find(({ id }) => id === apiKey.id)?.lastUsedAt?.toISOString()
    expect(await lastUse()).toBeUndefined()
    await credentials.authenticate({ 'x-api-key': key })
    await expect.poll(lastUse).toBe('2026-03-01T10:00:00.000Z')
    clock = new Date('2026-03-01T10:00:59Z')
    await credentials.authenticate({ 'x-api-key': key })
    await database.unrestricted.selectFrom('api_key').select('id').execute()
    expect(await lastUse()).toBe('2026-03-01T10:00:00.000Z')
    clock = new Date('2026-03-01T10:01:00Z')
    await credentials.authenticate({ 'x-api-key': key })
    await expect.poll(lastUse).toBe('2026-03-01T10:01:00.000Z')
    expect(problems).toEqual([])
  })

  it('that is given is created once, replaced by the next one, and unique to its owner', async () => {
    const { apiKeys, credentials } = parts()
    const given = { organizationId: 'acme', memberId: 'bob', name: 'file' }
    const identify = async (key: string) => (await credentials.authenticate({ 'x-api-key': key }))?.memberId
    expect(await apiKeys.ensure({ ...given, key: 'first-chosen-key' })).toBe('created')
    expect(await apiKeys.ensure({ ...given, key: 'first-chosen-key' })).toBe('unchanged')
    expect(await identify('first-chosen-key')).toBe('bob')
    expect(await apiKeys.ensure({ ...given, key: 'second-chosen-key' })).toBe('created')
    expect(await identify('first-chosen-key')).toBeUndefined()
    expect(await identify('second-chosen-key')).toBe('bob')
    expect(await apiKeys.ensure({ ...given, key: 'first-chosen-key' })).toBe('created')
    expect(await identify('first-chosen-key')).toBe('bob')
    for (const [organizationId, memberId] of [
      ['acme', 'ada'],
      ['globex', 'bob'],
    ] as const) {
      const taking = apiKeys.ensure({ organizationId, memberId, name: 'file', key: 'first-chosen-key' })
      await expect(taking).rejects.toMatchObject({ code: 'conflict' })
    }
    expect(await identify('first-chosen-key')).toBe('bob')
    for (const key of ['too-short', 'with a space in it', 'mit-Umlaut-ä-und-so', 'x'.repeat(513)])
      await expect(apiKeys.ensure({ ...given, key })).rejects.toMatchObject({ code: 'validation' })
  })

  it('of a disabled member is rejected, and stays revoked after they are enabled', async () => {
    const { apiKeys, credentials, members } = parts()
    const { id } = await members.create({
      organizationId: 'acme',
      email: 'eve@mail.test',
      name: 'Eve',
      role: 'member',
    })
    const { key } = await apiKeys.create({ organizationId: 'acme', memberId: id, name: 'k' })
    expect((await credentials.authenticate({ 'x-api-key': key }))?.email).toBe('eve@mail.test')
    await members.disable('acme', id)
    expect(await credentials.authenticate({ 'x-api-key': key })).toBeUndefined()
    await members.enable('acme', id)
    expect(await credentials.authenticate({ 'x-api-key': key })).toBeUndefined()
  })
})

describe('the audiences of a caller', () => {
  it('are those of everyone, of the member and of their groups, in their organization only', async () => {
    const { apiKeys, credentials, teams } = parts()
    const team = await teams.create({ organizationId: 'acme', id: 'eng', name: 'Engineering' })
    await teams.create({ organizationId: 'globex', id: 'eng', name: 'Engineering' })
    await teams.setMembers('globex', 'eng', ['ada'])
    const everyone = await audience('acme', 'everyone')
    const byName = await audience('acme', 'user:ada', 'user:bob')
    const byTeam = await audience('acme', 'group:eng')
    const twice = await audience('acme', 'everyone', 'user:ada', 'group:eng')
    await audience('acme', 'user:bob')
    await audience('acme')
    await audience('globex', 'everyone', 'user:ada')
    const { key } = await apiKeys.create({ organizationId: 'acme', memberId: 'ada', name: 'a' })
    const seen = async () =>
      (await credentials.authenticate({ 'x-api-key': key }))?.audienceIds.sort((one, other) => one - other)
    expect(await seen()).toEqual([everyone, byName, twice])
    await teams.setMembers('acme', team.id, ['ada'])
    expect(await seen()).toEqual([everyone, byName, byTeam, twice])
    await teams.remove('acme', team.id)
    expect(await seen()).toEqual([everyone, byName, twice])
  })

  it('are the ones that row-level security computes for them', async () => {
    const { apiKeys, credentials, database, teams } = parts()
    await teams.create({ organizationId: 'acme', id: 'ops', name: 'Operations' })
    await teams.setMembers('acme', 'ops', ['bob'])
    await audience('acme', 'group:ops')
    const { key } = await apiKeys.create({ organizationId: 'acme', memberId: 'bob', name: 'b' })
    const own = (await credentials.authenticate({ 'x-api-key': key }))?.audienceIds ?? []
    const { rows } = await database.readAs({ organizationId: 'acme', memberId: 'bob' }, (store) =>
      sql<{ ids: string[] }>`select visible_audiences() as ids`.execute(store),
    )
    expect(own.length).toBeGreaterThan(2)
    expect(new Set(own)).toEqual(new Set(rows[0]?.ids.map(Number)))
  })
})
