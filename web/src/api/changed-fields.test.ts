import { expect, test } from 'vitest'
import { changedFields } from './changed-fields.ts'

const stored = { name: 'Tickets', readers: ['everyone', 'group:Support'], schedule: null }

test('a field that is as it was is left out, whatever the order of its names', () => {
  const fields = { name: 'Requests', readers: ['group:Support', 'everyone'], schedule: null }
  expect(changedFields(stored, fields)).toEqual({ name: 'Requests' })
})

test('a changed list and a value that was null are in', () => {
  const fields = { name: 'Tickets', readers: ['group:Support'], schedule: { days: [1], hour: 9 } }
  expect(changedFields(stored, fields)).toEqual({ readers: ['group:Support'], schedule: { days: [1], hour: 9 } })
})
