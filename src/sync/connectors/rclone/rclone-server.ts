import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { request } from 'node:http'
import { encodePath } from '../file-item.ts'
import { ProgramError } from '../run-program.ts'

export interface RcloneServer {
  /** Returns a file, or its status and up to 300 characters of the reason. */
  read(path: string, maxBytes: number): Promise<Buffer | 'too-large' | { status: number; reason: string }>
  stop(): Promise<void>
}

/**
 * Starts one rclone that serves files on the loopback address, with a password that only this process and rclone know. A
 * program per file would take a tenth of a second and a new connection for each.
 */
export async function startRcloneServer(
  remote: string,
  env: Record<string, string>,
  signal: AbortSignal,
): Promise<RcloneServer> {
  signal.throwIfAborted()
  const password = randomBytes(24).toString('base64url')
  const child = spawn('/bin/sh', ['-c', tiedProgram, 'sh', 'rclone', 'rcd', '--rc-serve', '--rc-addr', '127.0.0.1:0'], {
    env: { ...env, RCLONE_RC_USER: 'lorewell', RCLONE_RC_PASS: password },
    stdio: ['pipe', 'ignore', 'pipe'],
    detached: true,
  })
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    child.once('error', () => resolve())
  })
  const stop = () => {
    child.stdin.destroy()
  }
  child.stdin.on('error', () => {})
  signal.addEventListener('abort', stop, { once: true })
  void exited.then(() => signal.removeEventListener('abort', stop))
  const port = await listeningPort(child, signal)
  return {
    read: (path, maxBytes) =>
      readFile({ port, password, path: `/${encodeURIComponent(`[${remote}]`)}/${encodePath(path)}`, maxBytes, signal }),
    async stop() {
      stop()
      await exited
    },
  }
}

/** Ends a program when standard input ends, so also when this process is killed: rclone itself would go on for ever. */
const tiedProgram = 'exec 3<&0; "$@" 3<&- & program=$!; { cat <&3; kill $program; } >/dev/null 2>&1 & wait $program'
const missingProgramStatus = 127

function listeningPort(child: ChildProcess, signal: AbortSignal): Promise<number> {
  return new Promise((resolve, reject) => {
    let output = ''
    child.once('error', reject)
    child.once('exit', (exitCode) => {
      const isMissing = exitCode === missingProgramStatus
      reject(signal.aborted ? signal.reason : new ProgramError('rclone', { isMissing, exitCode, stderr: output }))
    })
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-4000)
      const port = /Serving remote control on http:\/\/127\.0\.0\.1:(\d+)\//.exec(output)?.[1]
      if (port) resolve(Number(port))
    })
  })
}

function readFile({
  port,
  password,
  path,
  maxBytes,
  signal,
}: {
  port: number
  password: string
  path: string
  maxBytes: number
  signal: AbortSignal
}): Promise<Buffer | 'too-large' | { status: number; reason: string }> {
  return new Promise((resolve, reject) => {
    const call = request(
      { host: '127.0.0.1', port, path, auth: `lorewell:${password}`, signal, agent: false },
      (response) => {
        const chunks: Buffer[] = []
        let size = 0
        response.on('data', (chunk: Buffer) => {
          size += chunk.length
          if (size <= maxBytes) return chunks.push(chunk)
          resolve('too-large')
          return call.destroy()
        })
        response.once('error', reject)
        response.once('end', () => {
          const body = Buffer.concat(chunks)
          const { statusCode: status = 0 } = response
          resolve(status === 200 ? body : { status, reason: reasonOf(body) })
        })
      },
    )
    call.once('error', reject)
    call.end()
  })
}

function reasonOf(body: Buffer): string {
  return (/"error":\s*"([^"]*)"/.exec(body.toString('utf8'))?.[1] ?? '').slice(0, 300)
}
