import { brokenDisk } from './broken-disk.ts'
import { cutConnections } from './cut-connections.ts'
import { fullDisk } from './full-disk.ts'

if (process.env.TEST_DATABASE_URL) cutConnections()
else {
  fullDisk()
  brokenDisk()
}
