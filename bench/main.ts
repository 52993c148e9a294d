import { benchAgents } from './agents.ts'
import { benchApp } from './app.ts'
import { benchBackup } from './backup.ts'
import { benchCallPath } from './call-path.ts'
import { benchClients } from './clients.ts'
import { benchColdStart } from './cold-start.ts'
import { benchDigest } from './digest.ts'
import { benchEngine } from './engine.ts'
import { benchGrowth } from './growth.ts'
import { benchHalfOpen } from './half-open.ts'
import { benchHostile } from './hostile-documents.ts'
import { benchHostileFiles } from './hostile-files.ts'
import { benchHttp } from './http.ts'
import { benchImport } from './import.ts'
import { benchImportServer } from './import-server.ts'
import { benchIndex } from './index-speed.ts'
import { benchJobs } from './jobs.ts'
import { benchNodes } from './nodes.ts'
import { benchOverload } from './overload.ts'
import { benchPeers } from './peers.ts'
import { benchReaderThreads } from './reader-threads.ts'
import { benchReading } from './reading.ts'
import { benchSimulate } from './simulate.ts'
import { benchStream } from './stream.ts'
import { benchSync } from './sync.ts'
import { benchSyncKills } from './sync-kills.ts'
import { benchVectorIndex } from './vector-index.ts'
import { benchVerification } from './verification.ts'
import { benchWebdav } from './webdav.ts'

type Bench = (print: (line: string) => void, argv: string[]) => Promise<void>

const benches = {
  agents: benchAgents,
  app: benchApp,
  backup: benchBackup,
  'call-path': benchCallPath,
  clients: benchClients,
  cold: benchColdStart,
  digest: benchDigest,
  engine: benchEngine,
  growth: benchGrowth,
  'half-open': benchHalfOpen,
  hostile: benchHostile,
  'hostile-files': benchHostileFiles,
  http: benchHttp,
  import: benchImport,
  'import-server': benchImportServer,
  index: benchIndex,
  jobs: benchJobs,
  nodes: benchNodes,
  peers: benchPeers,
  load: benchOverload,
  'reader-threads': benchReaderThreads,
  reading: benchReading,
  simulate: benchSimulate,
  stream: benchStream,
  sync: benchSync,
  'sync-kills': benchSyncKills,
  'vector-index': benchVectorIndex,
  verification: benchVerification,
  webdav: benchWebdav,
} satisfies Record<string, Bench>

const help: Record<keyof typeof benches, string> = {
  agents: '[--modules DIR]: every MCP tool, called through agent frameworks that it installs',
  app: 'the web app in Chromium: first load, first words, key presses in long lists',
  backup: '[DOCUMENTS]: a backup under load, restored on the other database engine',
  'call-path': 'the files of src/ that run for one ask and for one index call',
  clients: '[--modules DIR]: the OpenAPI document in linters and generators of others, and their clients on a server',
  cold: '[PASSAGES] [DATA_DIR]: from the start command to the first cited answer',
  engine:
    '--corpus FOLDER [--size N] [--questions N] [--jobs N] [--images] [--store URL]: search in memory and in the database, time and recall',
  digest: 'digests over ten times as many changed documents',
  growth: '[SIZE…]: requests on a store that grows',
  'half-open': 'ordinary requests while 200 uploads are half open',
  hostile: '[FOLDER]: documents that are slow to parse, while questions arrive',
  'hostile-files': 'FOLDER: files that are made to stall or to fill memory, while questions arrive',
  http: 'overhead of the HTTP layer over an empty route and bare SQL',
  import: 'FOLDER: an import, repeated, and killed three times',
  'import-server': 'FOLDER: an import through a server, with both killed on the way',
  index: 'overhead of indexing over embedding alone, and its effect on questions',
  jobs: 'throughput of the job queue, and its effect on searches',
  nodes: 'three server processes against one, on PostgreSQL',
  peers: '[--size N] [--only NAMES]: search in other libraries on the same data',
  load: '[SECONDS]: questions at twice the rate the service sustains',
  'reader-threads': 'questions a second that the reader reads, with more threads and more readers side by side',
  reading: 'CPU time of an answer with the reader, and questions during a bulk load',
  simulate: 'ten minutes of the busiest hour on many nodes, simulated from measured costs',
  stream: '[ITEMS]: memory while indexing a long NDJSON stream',
  sync: '[--items N] [--only NAME]: a second sync with nothing changed relative to the first, for every origin',
  'sync-kills': '[--kills N] [--only NAME]: kill -9 in the middle of syncs of every origin',
  'vector-index': '[VECTORS]: exact search in the database against its approximate index',
  verification: 'time that the verification of a written answer of six sentences adds',
  webdav: '[--files N] [--local-model]: memory while files are synced over WebDAV, and a second sync',
}

const [name = '--help', ...argv] = process.argv.slice(2)
if (Object.hasOwn(benches, name) && argv.some((option) => option === '--help' || option === '-h')) {
  console.log(`Usage: npm run bench -- ${name} ${help[name as keyof typeof benches]}`)
} else if (Object.hasOwn(benches, name)) {
  const bench: Bench = benches[name as keyof typeof benches]
  await bench((line) => console.log(line), argv)
} else {
  console.log('Usage: npm run bench -- NAME\n')
  for (const [bench, line] of Object.entries(help)) console.log(`  ${bench.padEnd(13)}  ${line}`)
  console.log('\nFigures are ratios within one run; absolute times depend on the machine.')
  process.exitCode = name === '--help' ? 0 : 2
}
