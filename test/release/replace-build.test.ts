import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

type Change = { replaceBuild(built: string, out: string): void; removePreviousBuild(out: string): void }
const script = '../../scripts/replace-build.mjs'
const { replaceBuild, removePreviousBuild } = (await import(script)) as Change

let folder = ''
let out = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lorewell-test-'))
  out = join(folder, 'dist')
  mkdirSync(out)
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Builds some files at a time, each with the number of the build as its text. */
function build(number: number, ...names: string[]): void {
  const built = join(folder, 'built')
  mkdirSync(join(built, 'storage'), { recursive: true })
  const at = new Date(Date.UTC(2026, 10, number))
  writeFileSync(join(built, '.built'), at.toISOString())
  for (const name of names) {
    writeFileSync(join(built, name), `${number}`)
    utimesSync(join(built, name), at, at)
  }
  replaceBuild(built, out)
}
const files = () => {
  const paths = readdirSync(out, { recursive: true, encoding: 'utf8' }).filter((path) => /\.\w+$/.test(path))
  return paths.filter((path) => path !== '.built').sort()
}

test('modules that a running server loads later stay during the next build, and go with the one after it', () => {
  build(1, 'main.js', 'oauth-AAAAAAAA.js', 'storage/1.sql')
  build(2, 'main.js', 'oauth-BBBBBBBB.js', 'storage/2.sql')
  expect(files()).toEqual(['main.js', 'oauth-AAAAAAAA.js', 'oauth-BBBBBBBB.js', 'storage/2.sql'])
  expect(readFileSync(join(out, 'main.js'), 'utf8')).toBe('2')
  build(3, 'main.js', 'oauth-BBBBBBBB.js')
  expect(files()).toEqual(['main.js', 'oauth-BBBBBBBB.js'])
  expect(readdirSync(folder)).toEqual(['dist'])
})

test('a package has the files of one build only', () => {
  build(1, 'main.js', 'oauth-AAAAAAAA.js')
  build(2, 'main.js', 'oauth-BBBBBBBB.js')
  removePreviousBuild(out)
  expect(files()).toEqual(['main.js', 'oauth-BBBBBBBB.js'])
})
