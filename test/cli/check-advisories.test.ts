import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'

const script = fileURLToPath(new URL('../../scripts/check-advisories.mjs', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'lorewell-advisories-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Runs the check with an npm that prints this. */
function runCheck(printed: unknown, environment: Record<string, string> = {}) {
  const npm = join(folder, 'npm')
  const text = typeof printed === 'string' ? printed : JSON.stringify(printed)
  writeFileSync(npm, `#!${process.execPath}\nprocess.stdout.write(${JSON.stringify(text)})\nprocess.exitCode = 1\n`)
  chmodSync(npm, 0o755)
  const { status, stdout, stderr } = spawnSync(process.execPath, [script], {
    encoding: 'utf8',
    env: { PATH: `${folder}${delimiter}${process.env.PATH}`, ...environment },
  })
  return { status, said: stdout + stderr }
}

const report = (vulnerabilities: Record<string, number>, prod = 7) => ({
  metadata: { vulnerabilities, dependencies: { prod } },
})

test('packages without serious advisories pass', () => {
  const { status, said } = runCheck(report({ low: 2, moderate: 1, high: 0, critical: 0 }))
  expect(said).toContain('Advisories for 7 packages: 0 critical, 0 high, 1 moderate, 2 low')
  expect(status).toBe(0)
})

test.each(['high', 'critical'])('a serious advisory fails, allowed or not: %s', (severity) => {
  const counts = { [severity]: 1 }
  expect(runCheck(report(counts)).status).toBe(1)
  expect(runCheck(report(counts), { ALLOW_UNCHECKED_ADVISORIES: '1' }).status).toBe(1)
})

test.each([
  ['the registry has no advisory service', { message: '405 Method Not Allowed', error: { summary: '' } }],
  ['npm prints nothing', ''],
  ['npm prints no JSON', 'npm error network'],
  ['nothing was checked', report({ high: 0, critical: 0 }, 0)],
])('it fails if %s, unless that is allowed by name, and says so', (_name, printed) => {
  const failed = runCheck(printed)
  expect(failed.said).toMatch(/^!{80}\nADVISORIES WERE NOT CHECKED/)
  expect(failed.status).toBe(2)
  const allowed = runCheck(printed, { ALLOW_UNCHECKED_ADVISORIES: '1' })
  expect(allowed.said).toMatch(/ADVISORIES WERE NOT CHECKED[\s\S]*ALLOW_UNCHECKED_ADVISORIES is set/)
  expect(allowed.status).toBe(0)
})
