import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const root = new URL('../../', import.meta.url)

/** Runs a program on a Node that says it is this version. */
function runOn(version: string, ...argv: string[]) {
  const versions = `{ value: { ...process.versions, node: '${version}' } }`
  const disguise = `data:text/javascript,Object.defineProperty(process, 'versions', ${versions})`
  return spawnSync(process.execPath, ['--import', disguise, ...argv], { cwd: root, encoding: 'utf8' })
}

test.each(['18.20.8', '20.18.3'])('Node %s is refused before anything is built or loaded', (version) => {
  for (const program of ['bin/lorewell.js', 'scripts/build.mjs']) {
    const { status, stdout, stderr } = runOn(version, program, '--version')
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
    expect(stderr).toBe(`Lorewell needs Node 20.19 or newer, and this is Node ${version}. See https://nodejs.org.\n`)
  }
})

test.each(['20.19.0', '22.12.0', '100.0.0'])('Node %s is accepted', (version) => {
  expect(runOn(version, 'bin/require-node.js')).toMatchObject({ status: 0, stderr: '' })
})

test('the refused versions are those that package.json does not allow', () => {
  const { engines } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as { engines: { node: string } }
  expect(engines.node).toBe('>=20.19')
})
