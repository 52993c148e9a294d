import { runCommandLine } from './cli/command-line.ts'

const code = await runCommandLine(process.argv.slice(2), {
  env: process.env,
  stdout: process.stdout,
  stderr: process.stderr,
  stdin: process.stdin,
  signals: process,
  fetch: globalThis.fetch,
})
// Not left to an empty event loop: a model that is still being fetched after a failure would hold the process.
process.stdout.write('', () => process.stderr.write('', () => process.exit(code)))
