import { runCommandLine } from './cli/command-line.ts'

// Every file that a command creates is readable by its owner only.
process.umask(0o077)

void runCommandLine(process.argv.slice(2), {
  env: process.env,
  stdout: process.stdout,
  stderr: process.stderr,
  stdin: process.stdin,
  signals: process,
  fetch: globalThis.fetch,
}).then((code) => {
  // Exits explicitly: after a failure, a model download that is still running would keep the process alive.
  process.stdout.write('', () => process.stderr.write('', () => process.exit(code)))
})
