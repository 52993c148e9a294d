import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/support/test-database.ts'
import { resolvePrincipals } from '../access/audiences.ts'
import { createMembers, type Members } from './members.ts'
import { createOrganizations, type Organizations } from './organizations.ts'
import { createTeams, type Teams } from './teams.ts'

let scratch: TestDatabase
let organizations: Organizations
let members: Members
let teams: Teams

beforeAll(async () => {
  scratch = await createTestDatabase()
  const needs = { database: scratch.database, newId: () => randomUUID(), now: () => new Date() }
  organizations = createOrganizations(needs)
  members = createMembers(needs)
  teams = createTeams(needs)
})
afterAll(() => scratch?.close())
beforeEach(async () => {
  await scratch.database.unrestricted.deleteFrom('organization').execute()
  for (const id of ['acme', 'globex']) await organizations.create({ id, name: id })
})

const ada = { organizationId: 'acme', email: 'Ada@Mail.test ', name: 'Ada', role: 'admin' as const }

async function nameInAudience(organizationId: string, principal: string): Promise<void> {
  await sql`
    with made as (insert into audience (org_id) values (${organizationId}) returning id)
    insert into audience_principal (org_id, audience_id, principal)
    select ${organizationId}, id, ${principal} from made`.execute(scratch.database.unrestricted)
}

async function principals(organizationId: string): Promise<string[]> {
  const rows = await scratch.database.unrestricted
    .selectFrom('audience_principal')
    .select('principal')
    .where('org_id', '=', organizationId)
    .orderBy('principal')
    .execute()
  return rows.map((row) => row.principal)
}

describe('a user', () => {
  it('has an email that is unique in the organization, case-insensitively, but not across organizations', async () => {
    const member = await members.create(ada)
    expect(member.email).toBe('ada@mail.test')
    await expect(members.create({ ...ada, email: 'ADA@mail.test' })).rejects.toMatchObject({
      code: 'conflict',
    })
    await members.create({ ...ada, organizationId: 'globex' })
    expect(await members.findByEmail('acme', 'aDa@mail.test')).toEqual(member)
    expect(await members.find('globex', member.id)).toBeUndefined()
  })

  it('is created once by save and then updated only if it differs', async () => {
    const file = { ...ada, password: 'correct horse' }
    const outcomes = []
    for (const given of [file, file, { ...file, name: 'Ada L.' }, { ...file, name: 'Ada L.', password: 'new horse' }])
      outcomes.push((await members.save(given)).outcome)
    expect(outcomes).toEqual(['created', 'unchanged', 'updated', 'updated'])
    expect((await members.save({ ...ada, name: 'Ada L.' })).outcome).toBe('unchanged')
    expect((await members.findByEmail('acme', 'ada@mail.test'))?.name).toBe('Ada L.')
  })

  it('is found by part of the name or email, with special characters taken literally', async () => {
    await members.create(ada)
    await members.create({ ...ada, email: 'per_cent@mail.test', name: '100 % Bob' })
    await members.create({ ...ada, organizationId: 'globex', name: 'Ada of Globex' })
    const names = async (query: string) => (await members.list('acme', { query })).map((member) => member.name)
    expect(await names('ADA')).toEqual(['Ada'])
    expect(await names('%')).toEqual(['100 % Bob'])
    expect(await names('_')).toEqual(['100 % Bob'])
    expect(await names('')).toEqual(['100 % Bob', 'Ada'])
    expect((await members.list('acme', { offset: 1, limit: 1 })).map((member) => member.name)).toEqual(['Ada'])
  })

  it('is removed from every audience and group when deleted', async () => {
    await members.create(ada)
    const bob = await members.create({ ...ada, id: 'bob', email: 'bob@mail.test' })
    const team = await teams.create({ organizationId: 'acme', name: 'Engineering' })
    await teams.setMembers('acme', team.id, [bob.id])
    for (const organization of ['acme', 'globex']) await nameInAudience(organization, 'user:bob')
    await nameInAudience('acme', 'user:bobby')
    expect(await members.remove('acme', 'bob')).toBe(true)
    expect(await principals('acme')).toEqual(['user:bobby'])
    expect(await principals('globex')).toEqual(['user:bob'])
    expect(await teams.memberIds('acme', team.id)).toEqual([])
    expect(await members.remove('acme', 'bob')).toBe(false)
  })

  it('who is the last admin cannot be removed, disabled or demoted', async () => {
    const { id } = await members.create(ada)
    const bob = await members.create({ ...ada, email: 'bob@mail.test', role: 'member' })
    for (const change of [
      () => members.remove('acme', id),
      () => members.disable('acme', id),
      () => members.update('acme', id, { role: 'viewer' }),
    ])
      await expect(change()).rejects.toMatchObject({ code: 'conflict' })
    expect(await members.find('acme', id)).toMatchObject({ role: 'admin', disabledAt: null })
    await members.update('acme', bob.id, { role: 'admin' })
    expect((await members.update('acme', id, { role: 'viewer', name: 'A.' }))?.role).toBe('viewer')
    await expect(members.disable('acme', bob.id)).rejects.toMatchObject({ code: 'conflict' })
  })

  it('who is an admin can be removed concurrently with another admin, but one of them stays', async () => {
    for (let round = 0; round < 10; round++) {
      const first = await members.save(ada)
      const second = await members.save({ ...ada, email: 'bob@mail.test' })
      const results = await Promise.allSettled([first, second].map(({ member }) => members.remove('acme', member.id)))
      expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1)
      expect(await members.list('acme')).toHaveLength(1)
    }
  })
})

describe('a group', () => {
  it('has a unique name in its organization', async () => {
    const team = await teams.create({ organizationId: 'acme', name: 'Engineering' })
    await teams.create({ organizationId: 'globex', name: 'Engineering' })
    await expect(teams.create({ organizationId: 'acme', name: 'Engineering' })).rejects.toMatchObject({
      code: 'conflict',
    })
    const other = await teams.create({ organizationId: 'acme', name: 'Sales' })
    await expect(teams.rename('acme', other.id, 'Engineering')).rejects.toMatchObject({ code: 'conflict' })
    expect(await teams.rename('acme', other.id, 'Marketing')).toBe(true)
    expect(await teams.rename('acme', 'unknown', 'Anything')).toBe(false)
    expect((await teams.list('acme')).map(({ name }) => name)).toEqual(['Engineering', 'Marketing'])
    expect(await teams.findByName('acme', 'Engineering')).toEqual(team)
    expect(await teams.find('globex', team.id)).toBeUndefined()
  })

  it('has one name, whether its accents are composed or not', async () => {
    const [composed, decomposed] = ['Café'.normalize('NFC'), 'Café'.normalize('NFD')]
    const team = await teams.create({ organizationId: 'acme', name: decomposed })
    expect(team.name).toBe(composed)
    await expect(teams.create({ organizationId: 'acme', name: composed })).rejects.toMatchObject({ code: 'conflict' })
    expect(await teams.findByName('acme', decomposed)).toEqual(team)
    const other = await teams.create({ organizationId: 'acme', name: 'Sales' })
    await expect(teams.rename('acme', other.id, decomposed)).rejects.toMatchObject({ code: 'conflict' })
    const { unrestricted } = scratch.database
    expect(await resolvePrincipals(unrestricted, 'acme', [`group:${decomposed}`])).toEqual([`group:${team.id}`])
  })

  it('has exactly the members that were set, and reports whether that changed anything', async () => {
    const team = await teams.create({ organizationId: 'acme', name: 'Engineering' })
    for (const id of ['a', 'b', 'c']) await members.create({ ...ada, id, email: `${id}@mail.test` })
    expect(await teams.setMembers('acme', team.id, ['a', 'b', 'b'])).toBe(true)
    expect(await teams.setMembers('acme', team.id, ['b', 'a'])).toBe(false)
    expect(await teams.setMembers('acme', team.id, ['b', 'c'])).toBe(true)
    expect(await teams.memberIds('acme', team.id)).toEqual(['b', 'c'])
    expect(await teams.setMembers('acme', team.id, [])).toBe(true)
    expect(await teams.memberIds('acme', team.id)).toEqual([])
  })

  it('is removed from every audience when deleted', async () => {
    for (const organizationId of ['acme', 'globex']) {
      await teams.create({ organizationId, id: 'eng', name: 'Engineering' })
      await nameInAudience(organizationId, 'group:eng')
    }
    expect(await teams.remove('acme', 'eng')).toBe(true)
    expect(await principals('acme')).toEqual([])
    expect(await principals('globex')).toEqual(['group:eng'])
    expect(await teams.remove('acme', 'eng')).toBe(false)
  })
})

describe('an organization', () => {
  it('is created once by save, and keeps omitted fields', async () => {
    const outcomes = []
    for (const given of [
      { id: 'initech', name: 'Initech', domain: 'initech.test', askEnabled: false },
      { id: 'initech', name: 'Initech' },
      { id: 'initech', name: 'Initech Ltd' },
      { id: 'initech', name: 'Initech Ltd', askEnabled: true },
    ])
      outcomes.push((await organizations.save(given)).outcome)
    expect(outcomes).toEqual(['created', 'unchanged', 'updated', 'updated'])
    expect(await organizations.find('initech')).toEqual({
      id: 'initech',
      name: 'Initech Ltd',
      domain: 'initech.test',
      askEnabled: true,
    })
  })

  it('has a unique id, and all its data is deleted with it', async () => {
    await expect(organizations.create({ id: 'acme', name: 'Other' })).rejects.toMatchObject({
      code: 'conflict',
    })
    await members.create(ada)
    expect(await organizations.remove('acme')).toBe(true)
    expect(await organizations.remove('acme')).toBe(false)
    expect((await organizations.list()).map(({ id }) => id)).toEqual(['globex'])
    expect(await members.list('acme')).toEqual([])
  })
})
