import { expect, test } from 'vitest'
import { connectors } from '../../src/sync/connectors/connectors.ts'
import { describeConnector } from './connector-contract.ts'
import { allOrigins } from './origins/all-origins.ts'
import { folderOrigin } from './origins/folder-origin.ts'
import { gitOrigin } from './origins/git-origin.ts'

/**
 * What a connector reads does not depend on the database, and the engine writes it in the same way for all of them: on
 * PostgreSQL one origin that lists everything and one that tells only its changes stand for the others.
 */
const isOnPostgres = process.env.TEST_DATABASE_URL !== undefined && process.env.TEST_DATABASE_URL !== ''
const origins = isOnPostgres ? [folderOrigin, gitOrigin] : allOrigins

for (const origin of origins) describeConnector(origin)

test('every connector has an origin in this suite', () => {
  const tested = allOrigins.map(({ name }) => name.split(' ')[0])
  expect(connectors.map(({ kind }) => kind).filter((kind) => !tested.includes(kind))).toEqual([])
})
