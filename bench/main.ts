import { benchApp } from './app.ts'
import { benchBackup } from './backup.ts'
import { benchColdStart } from './cold-start.ts'
import { benchDigest } from './digest.ts'
import { benchGrowth } from './growth.ts'
import { benchHostile } from './hostile-documents.ts'
import { benchHttp } from './http.ts'
import { benchImport } from './import.ts'
import { benchImportServer } from './import-server.ts'
import { benchIndex } from './index-speed.ts'
import { benchJobs } from './jobs.ts'
import { benchNodes } from './nodes.ts'
import { benchOverload } from './overload.ts'
import { benchPeers } from './peers.ts'
import { benchSimulate } from './simulate.ts'
import { benchStream } from './stream.ts'
import { benchVectorIndex } from './vector-index.ts'

const benches: Record<string, (print: (line: string) => void, argv: string[]) => Promise<void>> = {
  app: benchApp,
  backup: benchBackup,
  cold: benchColdStart,
  digest: benchDigest,
  growth: benchGrowth,
  hostile: benchHostile,
  http: benchHttp,
  import: benchImport,
  'import-server': benchImportServer,
  index: benchIndex,
  jobs: benchJobs,
  nodes: benchNodes,
  peers: benchPeers,
  load: benchOverload,
  simulate: benchSimulate,
  stream: benchStream,
  'vector-index': benchVectorIndex,
}

const [name, ...argv] = process.argv.slice(2)
const bench = name === undefined ? undefined : benches[name]
if (!bench) {
  console.log(
    `Usage: npm run bench -- NAME\n\nNames: ${Object.keys(benches).join(', ')}\nFigures are ratios within one run; absolute times depend on the machine.`,
  )
  process.exit(name === undefined || name === '--help' ? 0 : 2)
}
await bench((line) => console.log(line), argv)
