import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { formType, multipartBody, uploadParts } from '../support/multipart.ts'
import { contentFixture, createTestApp, type Person, type TestApp } from '../support/test-app.ts'

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'simultaneous-')))

let scratch: TestApp
let ada: Person
let ben: Person

beforeAll(async () => {
  writeFileSync(join(folder, 'page.md'), 'A page.')
  // A clock of its own keeps the requests in this process.
  scratch = await createTestApp({ config: { syncFolders: [folder] }, now: () => new Date() })
  await scratch.organization('acme')
  ada = await scratch.person('acme', 'ada', { role: 'admin' })
  ben = await scratch.person('acme', 'ben')
})
afterAll(async () => {
  await scratch.close()
  rmSync(folder, { recursive: true })
})

/** Changes something while another request, which has read it before, is about to write. */
async function changeMeanwhile(path: string, first: object, second: object) {
  const original = scratch.database.transaction
  vi.spyOn(scratch.database, 'transaction').mockImplementationOnce(async (work) => {
    const meanwhile = await scratch.call(ada.key, 'PATCH', path, first)
    expect(meanwhile.status).toBe(200)
    return original(work)
  })
  const reply = await scratch.call(ada.key, 'PATCH', path, second)
  expect(reply.status).toBe(200)
  return reply.body
}

test('a data source that is renamed meanwhile stays closed to those who have just lost access', async () => {
  await scratch.dataSource('acme', 'contracts', [`user:${ada.email}`, `user:${ben.email}`])
  const only = [`user:${ada.email}`]
  const renamed = await changeMeanwhile(
    '/v1/data-sources/contracts',
    { readers: only, writers: only },
    { name: 'Deals' },
  )
  expect(renamed).toMatchObject({ name: 'Deals', readers: only, writers: only })
})

test('an assistant whose instructions change meanwhile keeps everything else as another admin has set it', async () => {
  await scratch.dataSource('acme', 'tickets')
  await scratch.assistant('acme', 'helper', { audience: ['everyone'] })
  const changes = {
    ...{ name: 'Helper', audience: [`user:${ada.email}`], language: 'de', digestDays: 3 },
    scope: { notes: [], dataSources: ['tickets'] },
  }
  const changed = await changeMeanwhile('/v1/assistants/helper', changes, { instructions: 'Be brief.' })
  const scope = { notes: [], dataSources: [{ id: 'tickets', name: 'tickets' }], hidden: 0 }
  expect(changed).toMatchObject({ ...changes, scope, instructions: 'Be brief.' })
})

test('a connection that is renamed meanwhile keeps its new settings and schedule', async () => {
  const settings = { path: folder, files: '*.md' }
  const made = await scratch.call(ada.key, 'POST', '/v1/admin/connections', {
    ...{
      id: 'drive',
      kind: 'folder',
      name: 'Drive',
      rootId: 'tickets',
      settings: { path: folder },
      everyMinutes: null,
    },
  })
  expect(made.status).toBe(201)
  const renamed = await changeMeanwhile(
    '/v1/admin/connections/drive',
    { settings, everyMinutes: 60 },
    { name: 'Network drive' },
  )
  expect(renamed).toMatchObject({ name: 'Network drive', settings, everyMinutes: 60 })
  expect(renamed.nextRunAt).not.toBeNull()
})

/** Creates something while another request with the same id is about to be written. Returns the answer to that request. */
async function createMeanwhile(path: string, first: object, second: object) {
  const original = scratch.database.transaction
  vi.spyOn(scratch.database, 'transaction').mockImplementationOnce(async (work) => {
    const meanwhile = await scratch.call(ada.key, 'POST', path, first)
    expect(meanwhile.status).toBe(201)
    return original(work)
  })
  return scratch.call(ada.key, 'POST', path, second)
}

test('a data source that is created meanwhile keeps its readers', async () => {
  const only = [`user:${ada.email}`]
  const first = { id: 'payroll', name: 'Payroll', readers: only, writers: only }
  const refused = await createMeanwhile('/v1/data-sources', first, { ...first, readers: ['everyone'] })
  expect(refused).toMatchObject({ status: 409, body: { id: 'conflict' } })
  const { body } = await scratch.call(ada.key, 'GET', '/v1/data-sources')
  expect(body.dataSources.find(({ id }: { id: string }) => id === 'payroll')).toMatchObject({ readers: only })
})

test('an assistant that is created meanwhile keeps its audience and its schedule', async () => {
  const first = {
    ...{ id: 'payer', name: 'Payer', instructions: '', audience: [`user:${ada.email}`] },
    digestSchedule: { days: [1], hour: 8, timeZone: 'UTC' },
  }
  const second = { ...first, audience: ['everyone'], digestSchedule: null }
  const refused = await createMeanwhile('/v1/assistants', first, second)
  expect(refused).toMatchObject({ status: 409, body: { id: 'conflict' } })
  const { body } = await scratch.call(ada.key, 'GET', '/v1/assistants')
  expect(body.assistants.find(({ id }: { id: string }) => id === 'payer')).toMatchObject(first)
})

test('a connection that is created meanwhile keeps its settings, and no data source is left behind', async () => {
  const first = { id: 'share', kind: 'folder', name: 'Share', settings: { path: folder }, everyMinutes: null }
  const second = { ...first, settings: { path: folder, files: '*.pdf' } }
  const refused = await createMeanwhile('/v1/admin/connections', first, second)
  expect(refused).toMatchObject({ status: 409, body: { id: 'conflict' } })
  expect((await scratch.call(ada.key, 'GET', '/v1/admin/connections/share')).body.settings).toEqual(first.settings)
  const { body } = await scratch.call(ada.key, 'GET', '/v1/data-sources')
  expect(body.dataSources.filter(({ name }: { name: string }) => name === 'Share')).toHaveLength(1)
})

test('a data source that gets a connection meanwhile gets no second one', async () => {
  await scratch.dataSource('acme', 'shared-drive')
  const first = {
    ...{ id: 'one', kind: 'folder', name: 'One', rootId: 'shared-drive', settings: { path: folder } },
    everyMinutes: null,
  }
  const refused = await createMeanwhile('/v1/admin/connections', first, { ...first, id: 'two' })
  expect(refused).toMatchObject({ status: 409, body: { id: 'conflict' } })
})

/** Deletes a data source when the next transaction is about to begin. */
function deleteBeforeNextWrite(id: string): void {
  const original = scratch.database.transaction
  vi.spyOn(scratch.database, 'transaction').mockImplementationOnce(async (work) => {
    expect((await scratch.call(ada.key, 'DELETE', `/v1/data-sources/${id}`)).status).toBe(204)
    return original(work)
  })
}

test.each([
  ['an item', 'The door opens at seven.'],
  ['a large item', Array.from({ length: 300 }, (_, index) => `## Door ${index}\n\nDoor ${index} opens.`).join('\n\n')],
])('%s of a data source that is deleted meanwhile is refused as of one that does not exist', async (_, content) => {
  await scratch.dataSource('acme', 'doors')
  const item = contentFixture({ rootId: 'doors', content })
  deleteBeforeNextWrite('doors')
  const refused = await scratch.call(ada.key, 'POST', '/v1/ask/index', item)
  expect(refused).toMatchObject({ status: 404, body: { id: 'root-id-not-found', message: 'Data source not found.' } })
})

test('a file of a data source that is deleted meanwhile is refused as of one that does not exist', async () => {
  await scratch.dataSource('acme', 'doors')
  deleteBeforeNextWrite('doors')
  const form = multipartBody(uploadParts({ rootId: 'doors', id: 'plan' }, 'plan.md', 'The plan.'))
  const refused = await scratch.call(ada.key, 'POST', '/v1/files', form, { 'content-type': formType })
  expect(refused).toMatchObject({ status: 404, body: { id: 'root-id-not-found' } })
})

test('an organization whose answers are turned off meanwhile keeps the name that another admin has given it', async () => {
  const { organizations } = scratch.app
  const original = organizations.save
  vi.spyOn(organizations, 'save').mockImplementationOnce(async (...args) => {
    expect((await scratch.call(ada.key, 'PATCH', '/v1/organization', { name: 'Acme Ltd' })).status).toBe(200)
    return original(...args)
  })
  const changed = await scratch.call(ada.key, 'PATCH', '/v1/organization', { askEnabled: false })
  expect(changed.body).toMatchObject({ name: 'Acme Ltd', askEnabled: false })
  const unchanged = await scratch.call(ada.key, 'PATCH', '/v1/organization', {})
  expect(unchanged.body).toMatchObject({ name: 'Acme Ltd', askEnabled: false })
})
