import { expect, test } from 'vitest'
import { commands } from '../../src/cli/command-line.ts'
import { runCli } from '../support/test-terminal.ts'

test.each(commands.map((command) => command.name))('%s --help tells usage, options and examples', async (name) => {
  const { code, stdout, stderr } = await runCli([name, '--help'])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toContain(`Usage: lorewell ${name}`)
  expect(stdout).toMatch(/\nExamples:\n {2}.*lorewell /)
  // start and mcp have no result to print.
  expect(stdout.includes('--json')).toBe(name !== 'start' && name !== 'mcp')
  expect(stdout).not.toContain('\u001b')
})

test('the usage lists every command', async () => {
  const { code, stdout } = await runCli(['--help'])
  expect(code).toBe(0)
  for (const { name, summary } of commands)
    expect(stdout).toMatch(new RegExp(`\\n {2}${name}.*${summary.slice(0, 20)}`))
})

test.each([
  ['no command', [], 'Usage: lorewell COMMAND'],
  ['an unknown command', ['dance'], 'There is no command "dance"'],
  [
    'an address of a server that it has no use for',
    ['apply', 'acme.yaml', '--server', 'http://127.0.0.1:3000', '--key', 'lw_x'],
    '"lorewell apply" has no --server option: it runs on the machine of the server, with the same settings. With DATABASE_URL',
  ],
  [
    'the same to restore into a running service',
    ['restore', 'x', '--key', 'lw_x'],
    '"lorewell restore" has no --server option: it runs on the machine of the server, with the same settings. To keep',
  ],
  ['an unknown option', ['ask', 'Why?', '--loud'], "Unknown option '--loud'.\nSee"],
  ['a missing operand', ['apply'], 'FILE is missing'],
  ['a word too many', ['ask', 'Why', 'though?'], 'put quotes around a text'],
  ['an option without its value', ['ask', 'Why?', '--as'], '--as'],
  ['a data source with an audience', ['import', '.', '--root', 'b', '--visible-to', 'everyone'], 'are for notes'],
  ['an audience that is none', ['import', '.', '--visible-to', 'all'], 'must be private, everyone, group:NAME'],
  ['two places to import to', ['import', '.', '--under', 'a', '--root', 'b'], 'either --under'],
  ['a limit that is no number', ['eval', '.', '--limit', 'few'], '--limit must be a whole number'],
  ['a key without a server', ['ask', 'Why?', '--key', 'lw_1'], '--key needs --server'],
  ['a server without a key', ['ask', 'Why?', '--server', 'http://localhost:1'], '--server needs --key'],
  ...['ask', 'import', 'mcp'].map((name): [string, string[], string] => [
    `${name} through a server on behalf of someone`,
    [name, ...(name === 'mcp' ? [] : ['x']), '--as', 'ada', '--org', 'acme', '--server', 'http://localhost:1'],
    '--as and --org cannot be combined',
  ]),
  ['a server that is no address', ['ask', 'Why?', '--server', 'ftp://x', '--key', 'k'], 'must be an http or https'],
])('%s ends with 2 and says what is wrong', async (_what, argv, message) => {
  const { code, stdout, stderr } = await runCli(argv)
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toContain(message)
})

test('--version tells the version', async () => {
  const { code, stdout } = await runCli(['--version'])
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\S*\n$/) })
})

test('backup encrypts with its passphrase, and restore decrypts', async () => {
  expect((await runCli(['backup', '--help'])).stdout).toContain("Encrypts the server's keys")
  expect((await runCli(['restore', '--help'])).stdout).toContain("Decrypts the server's keys")
})

test('invalid settings are named, and the exit code is 1', async () => {
  const { code, stderr } = await runCli(['start'], { env: { PORT: 'many', LOG_LEVEL: 'loud' } })
  expect(code).toBe(1)
  expect(stderr).toContain('PORT must be')
  expect(stderr).toContain('LOG_LEVEL must be')
})
