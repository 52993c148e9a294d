import { expect, test } from 'vitest'
import { connectors } from '../../src/sync/connectors/connectors.ts'
import { describeConnector } from './connector-contract.ts'
import { allOrigins } from './origins/all-origins.ts'

for (const origin of allOrigins) describeConnector(origin)

test('every connector has an origin in this suite', () => {
  const tested = allOrigins.map(({ name }) => name.split(' ')[0])
  expect(connectors.map(({ kind }) => kind).filter((kind) => !tested.includes(kind))).toEqual([])
})
