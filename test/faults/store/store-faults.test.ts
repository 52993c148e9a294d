import { connectionLossSuite } from './connection-loss.ts'
import { diskFailureSuite } from './disk-failure.ts'
import { diskFullSuite } from './disk-full.ts'

if (process.env.TEST_DATABASE_URL) connectionLossSuite()
else {
  diskFullSuite()
  diskFailureSuite()
}
