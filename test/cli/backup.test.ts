import { statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { openDatabase } from '../../src/storage/database.ts'
import { copyTemplate } from '../support/test-database.ts'
import { createTestTerminal, type TestTerminal } from '../support/test-terminal.ts'

let terminal: TestTerminal
beforeAll(async () => {
  terminal = await createTestTerminal()
})
afterAll(() => terminal?.close())

test('backup takes no key of a server, and says what to do instead', async () => {
  const file = join(terminal.directory, 'remote.backup')
  const fetch = vi.fn()
  for (const [argv, env] of [
    [['--server', 'http://127.0.0.1:9', '--key', 'lw_x'], {}],
    [['--key', 'lw_x'], {}],
    [[], { LOREWELL_SERVER: 'http://127.0.0.1:9', LOREWELL_KEY: 'lw_x' }],
  ] as const) {
    const result = await terminal.runWith(['backup', file, ...argv], { fetch, env: { ...terminal.env, ...env } })
    expect(result.code).toBe(2)
    expect(result.stderr).toContain(
      'A backup cannot be taken with an API key. Run "lorewell backup FILE" on the server',
    )
    expect(result.stderr).toContain('BACKUP_DIR')
    expect(result.stderr).toContain('Settings → Backups')
  }
  expect(fetch).not.toHaveBeenCalled()
  expect(() => statSync(file)).toThrow('ENOENT')
  expect((await terminal.lorewell('backup', '--help')).stdout).not.toContain('--server')
})

test('backup to a folder, or into one that does not exist, fails with the reason', async () => {
  const { directory } = terminal
  const missing = join(directory, 'missing', 'x.backup')
  for (const [file, reason] of [
    [directory, 'it is a directory.'],
    [missing, 'there is no such file or directory'],
  ] as const) {
    const { code, stdout, stderr } = await terminal.lorewell('backup', file)
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toContain(`${file} cannot be written: ${reason}`)
    expect(stderr.trim().split('\n')).toHaveLength(1)
  }
})

test('backup and restore of the store on this machine take a passphrase for the server keys', async () => {
  const file = join(terminal.directory, 'local.backup')
  const source = { DATA_DIR: join(terminal.directory, 'source'), LOG_LEVEL: 'silent' }
  await copyTemplate('migrated', source.DATA_DIR)
  const database = await openDatabase(readConfig(source))
  const { loadServiceKeys } = await import('../../src/identity/service-keys.ts')
  const keys = await loadServiceKeys(database)
  const locked = await terminal.runWith(['backup', file], { env: source })
  expect(locked.code).toBe(1)
  expect(locked.stderr).toContain('stop that process first')
  expect(locked.stderr).toContain('BACKUP_DIR')
  await database.close()

  const passphraseFile = terminal.writeFile('passphrase', 'a long passphrase\n')
  const env = { ...source, BACKUP_PASSPHRASE_FILE: passphraseFile }
  expect(await terminal.runWith(['backup', file], { env })).toMatchObject({ code: 0, json: { file } })
  expect(statSync(file).mode & 0o777).toBe(0o600)

  const target = { DATA_DIR: join(terminal.directory, 'target'), LOG_LEVEL: 'silent' }
  await copyTemplate('empty', target.DATA_DIR)
  const wrong = await terminal.runWith(['restore', file, '--passphrase', 'not this one'], { env: target })
  expect(wrong.code).toBe(1)
  expect(wrong.stderr).toContain('The passphrase does not open the server keys')
  const restored = await terminal.runWith(['restore', file, '--passphrase', 'a long passphrase'], { env: target })
  expect(restored).toMatchObject({ code: 0, json: { serverKeys: 'restored' } })
  const copy = await openDatabase(readConfig(target))
  expect(await loadServiceKeys(copy)).toEqual(keys)
  await copy.close()

  const other = { DATA_DIR: join(terminal.directory, 'other'), LOG_LEVEL: 'silent' }
  await copyTemplate('empty', other.DATA_DIR)
  const without = await terminal.runWith(['restore', file], { env: other })
  expect(without).toMatchObject({ code: 0, json: { serverKeys: 'new' } })
  expect(without.stderr).toContain('everyone signs in again')
})
