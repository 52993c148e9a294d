import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadSample } from '../src/cli/apply/load-sample.ts'
import { type ScratchApp, scratchApp } from './scratch-app.ts'

let service: ScratchApp
beforeAll(async () => {
  service = await scratchApp()
})
afterAll(() => service.close())

test('the sample fills a new organization without its invented people; who made it sees all of it', async () => {
  await service.organization('mine', { name: 'My company' })
  const maker = await service.person('mine', 'maker', { role: 'admin' })
  const colleague = await service.person('mine', 'colleague')
  await loadSample(service.app, { organizationId: 'mine', memberId: maker.id })
  const total = async (key: string) => (await service.call(key, 'GET', '/v1/notes')).body.total
  expect(await total(maker.key)).toBe(45)
  expect(await total(colleague.key)).toBe(35)
  expect(await service.app.members.list('mine')).toHaveLength(2)
  expect(await service.app.organizations.find('mine')).toMatchObject({ name: 'My company' })
})
