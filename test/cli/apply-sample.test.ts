import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadSample } from '../../src/cli/apply/load-sample.ts'
import { enqueueSample, registerSampleJob } from '../../src/cli/apply/sample-job.ts'
import { createTestApp, type TestApp } from '../support/test-app.ts'

let service: TestApp
beforeAll(async () => {
  service = await createTestApp()
})
afterAll(() => service.close())

test('the sample fills a new organization without its fictional people; its creator can see everything', async () => {
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

test('a set-up with the sample does not wait for it, and the queue loads it once', async () => {
  await service.organization('new', { name: 'New company' })
  const maker = await service.person('new', 'maker', { role: 'admin' })
  registerSampleJob(service.app)
  const made = { organizationId: 'new', memberId: maker.id }
  const total = async () => (await service.call(maker.key, 'GET', '/v1/notes')).body.total
  const jobs = async () => (await service.call(maker.key, 'GET', '/v1/admin/jobs')).body.jobs
  await enqueueSample(service.app, { ...made, withSample: false })
  expect(await jobs()).toEqual([])
  await enqueueSample(service.app, { ...made, withSample: true })
  await enqueueSample(service.app, { ...made, withSample: true })
  expect(await total()).toBe(0)
  expect(await jobs()).toMatchObject([{ kind: 'sample', state: 'waiting' }])
  await service.app.jobs.drain()
  expect(await total()).toBe(45)
  expect(await jobs()).toMatchObject([{ kind: 'sample', state: 'done' }])
})
