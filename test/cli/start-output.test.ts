import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../support/free-port.ts'
import { buildService } from '../support/service-process.ts'
import { createTempFolder } from '../support/test-terminal.ts'

/** `lorewell start` as an operator sees it: on a pseudo-terminal, and with its output piped. */

const program = fileURLToPath(new URL('../../bin/lorewell.js', import.meta.url))
const hasScript = spawnSync('script', ['--version']).status === 0

const folder = createTempFolder()
let env: Record<string, string>
beforeAll(async () => {
  buildService()
  env = {
    PATH: process.env.PATH ?? '',
    TERM: 'xterm',
    DATA_DIR: folder.directory,
    PORT: '0',
    // Nothing listens there, which is worth a warning.
    EMBEDDINGS_BASE_URL: `http://127.0.0.1:${await freePort()}/v1`,
    EMBEDDINGS_MODEL: 'none',
    SLOW_QUERY_MS: '0',
  }
})
afterAll(() => folder.remove())

/** Runs a command until it has printed a set-up link, asks it to stop, and returns its output. */
async function runUntilReady(
  command: string,
  argv: string[],
  settings: Record<string, string>,
  stop: 'ctrl-c' | 'signal',
) {
  const child = spawn(command, argv, { env: { ...env, ...settings } })
  const output = { stdout: '', stderr: '' }
  // Its output may arrive after its end.
  const closed = once(child, 'close')
  const ready = new Promise<void>((resolve) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output.stdout += text
      if (/\/setup\?token=\S+/.test(output.stdout)) resolve()
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      output.stderr += text
    })
  })
  await Promise.race([ready, closed])
  if (stop === 'ctrl-c') child.stdin.write('\u0003')
  else child.kill('SIGTERM')
  const [code] = await closed
  return { code, ...output }
}

describe.skipIf(!hasScript)('on a terminal (needs the program "script" of util-linux)', () => {
  const startOnTerminal = (settings: Record<string, string>) =>
    runUntilReady('script', ['-qec', `exec "${process.execPath}" "${program}" start`, '/dev/null'], settings, 'ctrl-c')

  test('address, set-up link and warnings are short lines', async () => {
    const { code, stdout } = await startOnTerminal({ NO_COLOR: '1' })
    const lines = stdout.split(/\r?\n/)
    expect(lines).toEqual([
      `Creating the database in ${folder.directory}. This takes some seconds, the first time only.`,
      expect.stringMatching(/^\d\d:\d\d:\d\d warn: the embeddings endpoint does not respond; /),
      expect.stringMatching(/^Lorewell is at http:\/\/127\.0\.0\.1:\d+$/),
      'Open this link to create the first account:',
      expect.stringMatching(/^ {2}http:\/\/127\.0\.0\.1:\d+\/setup\?token=\S+$/),
      expect.stringMatching(/^(\^C)?$/),
      'Stopping: finishing open requests.',
      '',
    ])
    expect(code).toBe(0)
  })

  test('LOG_LEVEL decides what is logged, and the address is bold', async () => {
    const { stdout } = await startOnTerminal({ LOG_LEVEL: 'error' })
    expect(stdout).not.toMatch(/warn|Creating/)
    expect(stdout).toContain('Lorewell is at \u001b[1mhttp://127.0.0.1:')
  })
})

test('with its output piped every line of the log is JSON', async () => {
  const { code, stdout, stderr } = await runUntilReady(process.execPath, [program, 'start'], {}, 'signal')
  expect(code).toBe(0)
  expect(stdout).toMatch(
    /^Lorewell is at http:\/\/127\.0\.0\.1:\d+\nOpen this link to create the first account:\n {2}http:\S+\n$/,
  )
  const entries = stderr
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { level: number; msg: string })
  const lines = entries.map(({ level, msg }) => [level, msg])
  // Nothing waits for the reader until the first question.
  const isOfReader = ([, msg]: (string | number)[]) => msg === 'reader model loaded'
  expect(lines.filter(isOfReader)).toHaveLength(1)
  expect(lines.filter((line) => !isOfReader(line))).toEqual([
    [40, expect.stringContaining('the embeddings endpoint does not respond')],
    [30, expect.stringContaining('Server listening at http://127.0.0.1:')],
    [30, 'stopping: finishing open requests'],
  ])
})
