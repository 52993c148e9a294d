import { execFileSync } from 'node:child_process'
import { symlinkSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../../test/support/connector-deps.ts'
import { programEnvironment } from '../program-environment.ts'
import { startRcloneServer } from './rclone-server.ts'

const isListening = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('connect', () => socket.destroy())
    socket.once('error', () => resolve(false))
  })

/** Starts a server in a process of its own, which then ends with SIGKILL. Returns the port that rclone listens on. */
function startAndDie(): number {
  const script = `
    import childProcess from 'node:child_process'
    import { syncBuiltinESMExports } from 'node:module'
    const { spawn } = childProcess
    childProcess.spawn = (...args) => {
      const child = spawn(...args)
      child.stderr.on('data', (text) => {
        const port = /127\\.0\\.0\\.1:(\\d+)/.exec(text)?.[1]
        if (port) process.stdout.write(port, () => process.kill(process.pid, 'SIGKILL'))
      })
      return child
    }
    syncBuiltinESMExports()
    const { startRcloneServer } = await import('${new URL('./rclone-server.ts', import.meta.url).href}')
    await startRcloneServer('origin:', process.env, new AbortController().signal)`
  const args = ['--import', import.meta.resolve('tsx'), '--input-type=module', '-e', script]
  try {
    execFileSync(process.execPath, args, { env: { ...programEnvironment(tmpdir()), RCLONE_CONFIG: '/dev/null' } })
  } catch (error) {
    const { signal, stdout } = error as { signal: string; stdout: Buffer }
    if (signal === 'SIGKILL') return Number(stdout)
    throw error
  }
  throw new Error('the process was not killed')
}

test('rclone ends with the process that started it, also when that is killed', async () => {
  const port = startAndDie()
  expect(port).toBeGreaterThan(0)
  await expect.poll(() => isListening(port), { interval: 50 }).toBe(false)
})

test('a missing program is named, and an aborted run starts none', async () => {
  const { signal } = new AbortController()
  const folder = await temporaryFolder()
  symlinkSync('/bin/cat', join(folder, 'cat'))
  await expect(startRcloneServer('origin:', { PATH: folder }, signal)).rejects.toMatchObject({ isMissing: true })
  await expect(startRcloneServer('origin:', {}, AbortSignal.abort(new Error('cancelled')))).rejects.toThrow('cancelled')
})
