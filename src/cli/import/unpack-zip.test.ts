import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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

function unpacked(path: string, limits = zipLimits): string {
  const into = mkdtempSync(join(folder, 'into-'))
  unpackZip(path, into, limits)
  return into
}

it('pages come out where they lay, with their dates; pictures and links stay in', () => {
  const into = unpacked(
    archive([
      { name: 'Handbook/Über uns.md', text: '# Über uns\n' },
      { name: 'Handbook/logo.png', text: 'png' },
      { name: 'Handbook/passwd.md', text: '/etc/passwd', declared: { mode: 0o120777 } },
    ]),
  )
  expect(readFileSync(join(into, 'Handbook/Über uns.md'), 'utf8')).toBe('# Über uns\n')
  expect(existsSync(join(into, 'Handbook/logo.png'))).toBe(false)
  expect(existsSync(join(into, 'Handbook/passwd.md'))).toBe(false)
})

describe('an archive is refused', () => {
  it.each(['../out.md', 'a/../../out.md', '/tmp/out.md', 'C:/out.md', '..\\out.md'])(
    'with a name that leads out of it: %s',
    (name) => {
      expect(() => unpacked(archive([{ name, text: 'x' }]))).toThrow('leads out of it')
      expect(existsSync(join(folder, 'out.md'))).toBe(false)
    },
  )

  it('that unpacks to more than it says', () => {
    const bomb = { name: 'a.md', text: 'x'.repeat(1_000_000), declared: { sizeBytes: 10 } }
    expect(() => unpacked(archive([bomb]))).toThrow('does not unpack to the 10 bytes')
  })

  it('that says it is too large, file by file or all together', () => {
    const entry = (name: string) => ({ name, text: 'x'.repeat(1000) })
    const path = archive([entry('a.md'), entry('b.md'), entry('c.md')])
    expect(() => unpacked(path, { ...zipLimits, fileBytes: 999 })).toThrow('larger than 999')
    expect(() => unpacked(path, { ...zipLimits, totalBytes: 2999 })).toThrow('more than 2999')
    expect(() => unpacked(path, { ...zipLimits, entries: 2 })).toThrow('more than 2 entries')
  })

  it('that is damaged, cut off or none', () => {
    expect(() => unpacked(archive([{ name: 'a.md', text: 'x', declared: { checksum: 1 } }]))).toThrow(
      'damaged',
    )
    const whole = archive([{ name: 'a.md', text: 'x'.repeat(50) }])
    const torn = join(folder, 'torn.zip')
    writeFileSync(torn, readFileSync(whole).subarray(20))
    expect(() => unpacked(torn)).toThrow('The archive')
    writeFileSync(torn, 'hello')
    expect(() => unpacked(torn)).toThrow('is no zip file')
  })
})
