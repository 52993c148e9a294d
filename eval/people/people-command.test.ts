import { expect, test } from 'vitest'
import type { Terminal } from '../../src/cli/terminal.ts'
import { runPeopleCommand } from './people-command.ts'

async function run(...argv: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const output = { stdout: '', stderr: '' }
  const write = (name: keyof typeof output) => (text: string) => {
    output[name] += text
  }
  const terminal: Terminal = {
    env: {},
    stdout: { write: write('stdout') },
    stderr: { write: write('stderr') },
    stdin: process.stdin,
    signals: process,
    fetch: globalThis.fetch,
  }
  return { code: await runPeopleCommand(argv, terminal), ...output }
}

test('--help explains the options', async () => {
  const { code, stdout } = await run('--help')
  expect(code).toBe(0)
  for (const option of ['DIR', '--keep', '--books', '--limit', '--verbose']) expect(stdout).toContain(option)
})

test.each([
  [[], 'DIR is missing'],
  [['a', 'b'], '"b" is one word too many'],
  [['a', '--limit', '0'], '--limit must be a whole number above 0, not "0"'],
  [['a', '--books', 'nope'], 'There is no book "nope". Choose of: '],
  [['a', '--fast'], '--fast'],
])('%j is refused and says what to do', async (argv, message) => {
  const { code, stderr } = await run(...argv)
  expect(code).toBe(2)
  expect(stderr).toContain(message)
  expect(stderr).toContain('--help')
})
