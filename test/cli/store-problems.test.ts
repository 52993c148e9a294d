import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { mountTmpfsDisk } from '../faults/store/tmpfs-disk.ts'
import { freePort } from '../support/free-port.ts'
import { copyTemplate } from '../support/test-database.ts'
import { createTempFolder, runCli } from '../support/test-terminal.ts'

const folder = createTempFolder()
afterAll(() => folder.remove())

/** Runs a command that opens the store; returns its one line of error. */
async function openStore(env: Record<string, string>, argv = ['db', 'index-vectors']): Promise<string> {
  const { code, stdout, stderr } = await runCli(argv, { env: { DATA_DIR: folder.directory, ...env } })
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toMatch(/^[^\n]+\n$/)
  expect(stderr).not.toContain('secret')
  return stderr
}

describe('a PostgreSQL that cannot be used is reported in one line with advice', () => {
  const advice = 'Check host, port, name, user and password'

  test('nobody listens', async () => {
    const port = await freePort()
    for (const host of ['127.0.0.1', 'localhost']) {
      const stderr = await openStore({ DATABASE_URL: `postgres://ada:secret@${host}:${port}/lorewell` })
      expect(stderr).toContain('The database at DATABASE_URL cannot be used: connect ECONNREFUSED')
      expect(stderr).toContain(advice)
    }
  })

  test('the host is unknown', async () => {
    const stderr = await openStore({ DATABASE_URL: 'postgres://ada:secret@nowhere.invalid/lorewell' })
    expect(stderr).toMatch(/cannot be used: getaddrinfo E\w+ nowhere\.invalid\. Check/)
  })

  test('the server refuses the password', async () => {
    const fields = Buffer.from('SFATAL\0C28P01\0Mpassword authentication failed for user "ada"\0\0')
    const response = Buffer.concat([Buffer.from('E\0\0\0\0'), fields])
    response.writeInt32BE(4 + fields.length, 1)
    const server = createServer((socket) => socket.once('data', () => socket.end(response))).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as { port: number }
    const stderr = await openStore({ DATABASE_URL: `postgres://ada:secret@127.0.0.1:${port}/lorewell` })
    expect(stderr).toContain('cannot be used: password authentication failed for user "ada". Check')
    server.close()
  })
})

describe('a data directory that cannot be used is reported in one line with advice', () => {
  const advice = 'Set DATA_DIR to a directory that can be written to.'

  test('it is a file, or below one', async () => {
    const file = folder.writeFile('file', '')
    expect(await openStore({ DATA_DIR: file })).toContain(
      `The data directory ${file} cannot be used: a file is in its place. ${advice}`,
    )
    expect(await openStore({ DATA_DIR: join(file, 'data') })).toContain('a part of the path is not a directory')
  })

  const disk = mountTmpfsDisk(20)
  afterAll(() => disk?.remove())

  test.skipIf(!disk)('its disk is full: nothing of the store that was begun stays there', async () => {
    const directory = join(disk?.directory ?? '', 'data')
    const stderr = await openStore({ DATA_DIR: directory })
    expect(stderr).toContain('could not be opened: no space is left on the disk')
    expect(existsSync(join(directory, 'pg.new'))).toBe(false)
  })

  test.skipIf(!disk)('its disk is read-only: commands say so, and so does the doctor', async () => {
    const dataDir = join(disk?.directory ?? '', 'data')
    mkdirSync(join(dataDir, 'pg'), { recursive: true, mode: 0o700 })
    expect(spawnSync('mount', ['-o', 'remount,ro', disk?.directory ?? '']).status).toBe(0)
    const problem = `The data directory ${dataDir} cannot be used: the file system is read-only. ${advice}`
    expect(await openStore({ DATA_DIR: dataDir })).toBe(`${problem}\n`)
    const { json } = await runCli(['doctor', '--json'], { env: { DATA_DIR: dataDir, PORT: String(await freePort()) } })
    expect(json.findings).toContainEqual({ part: 'database', state: 'bad', says: problem })
  })
})

describe('a backup', () => {
  const disk = mountTmpfsDisk(1)
  afterAll(() => disk?.remove())

  test.skipIf(!disk)('to a full disk is reported in one line, and leaves no file behind', async () => {
    disk?.fillExcept(0)
    const dataDir = join(folder.directory, 'source')
    await copyTemplate('migrated', dataDir)
    const file = join(disk?.directory ?? '', 'x.backup')
    expect(await openStore({ DATA_DIR: dataDir }, ['backup', file])).toContain(
      `${file} cannot be written: no space is left on the disk`,
    )
    expect(existsSync(`${file}.partial`)).toBe(false)
  })
})
