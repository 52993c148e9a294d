import { execFileSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect, test } from 'vitest'
import { createPrivateFiles } from './private-files.ts'

/** Writes a secret in a process of its own, which then ends with SIGKILL. Returns where. */
function writeAndDie(): string {
  const module = new URL('./private-files.ts', import.meta.url).href
  const script = `
    const { createPrivateFiles } = await import('${module}')
    const files = await createPrivateFiles()
    process.stdout.write(await files.write('key', 's3cret'), () => process.kill(process.pid, 'SIGKILL'))`
  try {
    execFileSync(process.execPath, ['--import', import.meta.resolve('tsx'), '--input-type=module', '-e', script])
  } catch (error) {
    const { signal, stdout } = error as { signal: string; stdout: Buffer }
    if (signal === 'SIGKILL') return stdout.toString()
    throw error
  }
  throw new Error('the process was not killed')
}

test('files of a killed process are removed with the next ones; those of running processes stay', async () => {
  const own = await createPrivateFiles()
  const kept = await own.write('key', 's3cret')
  const left = writeAndDie()
  expect(existsSync(left)).toBe(true)
  const next = await createPrivateFiles()
  expect(existsSync(dirname(left))).toBe(false)
  expect(existsSync(kept)).toBe(true)
  expect(statSync(kept).mode & 0o777).toBe(0o600)
  expect(statSync(dirname(kept)).mode & 0o777).toBe(0o700)
  await own.remove()
  await next.remove()
  expect(existsSync(dirname(kept))).toBe(false)
})
