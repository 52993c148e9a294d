import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TextReader, Uint8ArrayWriter, ZipWriter } from '@zip.js/zip.js/lib/zip-core-native.js'
import { afterAll, describe, expect, it } from 'vitest'
import { createZip, type ZipFixtureEntry } from '../../../test/support/zip-archive.ts'
import { unpackZip, zipLimits } from './unpack-zip.ts'

const folder = mkdtempSync(join(tmpdir(), 'lorewell-zip-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let count = 0
function archive(entries: ZipFixtureEntry[]): string {
  const path = join(folder, `${count++}.zip`)
  writeFileSync(path, createZip(entries))
  return path
}

async function unpacked(path: string, limits = zipLimits): Promise<string> {
  const into = mkdtempSync(join(folder, 'into-'))
  await unpackZip(path, into, limits)
  return into
}

it('pages are unpacked with their paths and dates; pictures and links are not', async () => {
  const into = await unpacked(
    archive([
      { name: 'Handbook/Über uns.md', text: '# Über uns\n' },
      { name: 'Handbook/logo.png', text: 'png' },
      { name: 'Handbook/passwd.md', text: '/etc/passwd', declared: { mode: 0o120777 } },
    ]),
  )
  expect(readFileSync(join(into, 'Handbook/Über uns.md'), 'utf8')).toBe('# Über uns\n')
  expect(statSync(join(into, 'Handbook/Über uns.md')).mtime).toEqual(new Date(2026, 10, 1))
  // Stays packed; the empty file is there to be named as skipped.
  expect(statSync(join(into, 'Handbook/logo.png')).size).toBe(0)
  expect(existsSync(join(into, 'Handbook/passwd.md'))).toBe(false)
})

it('a zip64 archive is read', async () => {
  const writer = new ZipWriter(new Uint8ArrayWriter(), { zip64: true, useWebWorkers: false })
  await writer.add('a/b.md', new TextReader('# B'))
  const path = join(folder, 'zip64.zip')
  writeFileSync(path, await writer.close())
  expect(readFileSync(join(await unpacked(path), 'a/b.md'), 'utf8')).toBe('# B')
})

describe('an archive is refused', () => {
  it.each(['../out.md', 'a/../../out.md', '/tmp/out.md', 'C:/out.md', '..\\out.md'])(
    'with a name that leads out of it: %s',
    async (name) => {
      await expect(unpacked(archive([{ name, text: 'x' }]))).rejects.toThrow('leads out of it')
      expect(existsSync(join(folder, 'out.md'))).toBe(false)
    },
  )

  it('that unpacks to more than it declares', async () => {
    const bomb = { name: 'a.md', text: 'x'.repeat(1_000_000), declared: { sizeBytes: 10 } }
    await expect(unpacked(archive([bomb]))).rejects.toThrow('does not unpack to its declared 10 bytes')
  })

  it('that is encrypted', async () => {
    const secret = { name: 'a.md', text: 'x', declared: { flags: 1 } }
    await expect(unpacked(archive([secret]))).rejects.toThrow('The archive is encrypted.')
  })

  it('that declares more than the limits, per file or in total', async () => {
    const entry = (name: string) => ({ name, text: 'x'.repeat(1000) })
    const path = archive([entry('a.md'), entry('b.md'), entry('c.md')])
    await expect(unpacked(path, { ...zipLimits, fileBytes: 999 })).rejects.toThrow('larger than 999')
    await expect(unpacked(path, { ...zipLimits, totalBytes: 2999 })).rejects.toThrow('more than 2999')
    await expect(unpacked(path, { ...zipLimits, entries: 2 })).rejects.toThrow('more than 2 entries')
  })

  it('that is damaged, truncated or not a zip file', async () => {
    await expect(unpacked(archive([{ name: 'a.md', text: 'x', declared: { checksum: 1 } }]))).rejects.toThrow('damaged')
    const whole = archive([{ name: 'a.md', text: 'x'.repeat(50) }])
    const torn = join(folder, 'torn.zip')
    writeFileSync(torn, readFileSync(whole).subarray(20))
    await expect(unpacked(torn)).rejects.toThrow('The archive')
    writeFileSync(torn, 'hello')
    await expect(unpacked(torn)).rejects.toThrow('is not a zip file')
  })
})
