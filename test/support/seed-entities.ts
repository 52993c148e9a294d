import type { TestApp } from './test-app.ts'

/** Something of each kind for generated requests to name; gives the ids. */
export async function seedEntities(scratch: TestApp): Promise<string[]> {
  await scratch.organization('acme')
  const notes = [
    await scratch.note('acme', { id: 'top', content: 'The platform team is on call at the weekend.' }),
    await scratch.note('acme', { id: 'below', parent: 'top' }),
  ]
  const sources = [await scratch.dataSource('acme', 'tickets')]
  const assistants = [await scratch.assistant('acme', 'helper')]
  const grace = await scratch.person('acme', 'grace', { groups: ['Platform'] })
  return [...notes, ...sources, ...assistants, grace.id, '1', '2']
}

/** Keys of new people: some requests take keys and people away, and one turns asking off. Most of them are an admin's. */
export async function createFreshKeys(scratch: TestApp, generation: number): Promise<(string | undefined)[]> {
  await scratch.organization('acme')
  const admin = await scratch.person('acme', `admin-${generation}`, { role: 'admin' })
  const member = await scratch.person('acme', `member-${generation}`)
  const caller = await scratch.person('acme', `viewer-${generation}`, { role: 'viewer' })
  return [admin.key, admin.key, admin.key, admin.key, member.key, member.key, caller.key, undefined]
}
