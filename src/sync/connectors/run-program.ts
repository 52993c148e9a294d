import { spawn } from 'node:child_process'
import { splitStream } from '../../split-stream.ts'

export interface ProgramCall {
  program: string
  /** Passed as they are, without a shell. Visible to other accounts of the machine, so never a secret. */
  args: readonly string[]
  /** The whole environment: nothing is inherited. */
  env: Record<string, string>
  signal: AbortSignal
  input?: string
}

/** Says that a program ended with an error, or could not be started. */
export class ProgramError extends Error {
  override readonly name = 'ProgramError'
  readonly isMissing: boolean
  readonly exitCode: number | null
  /** The end of what the program wrote to standard error. */
  readonly stderr: string

  constructor(program: string, { isMissing = false, exitCode = null as number | null, stderr = '' }) {
    super(isMissing ? `The program "${program}" is not installed` : `${program} ended with status ${exitCode}`)
    this.isMissing = isMissing
    this.exitCode = exitCode
    this.stderr = stderr
  }
}

const maxStderrLength = 8000
/** Git and rclone stop by themselves on SIGTERM; this is for a program that hangs. */
const killAfterMs = 5000

/** Runs a program and yields its output as it arrives. Ends the program with all it started once the caller stops reading. */
async function* streamProgram(call: ProgramCall): AsyncGenerator<Buffer, void, undefined> {
  call.signal.throwIfAborted()
  const child = spawn(call.program, call.args, {
    env: call.env,
    stdio: [call.input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    // A process group of its own, so that its helpers (git-remote-https, ssh) end with it.
    detached: true,
  })
  let stderr = ''
  let failure: NodeJS.ErrnoException | undefined
  const exited = new Promise<number | null>((resolve) => {
    child.once('error', (error) => {
      failure = error
      resolve(null)
    })
    child.once('close', (code) => resolve(code))
  })
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-maxStderrLength)
  })
  // The program may end before it has read everything.
  child.stdin?.on('error', () => {}).end(call.input)
  const stop = () => stopGroup(child.pid, exited)
  call.signal.addEventListener('abort', stop, { once: true })
  try {
    if (child.stdout) for await (const chunk of child.stdout) yield chunk as Buffer
    const exitCode = await exited
    call.signal.throwIfAborted()
    if (failure) throw new ProgramError(call.program, { isMissing: failure.code === 'ENOENT', stderr: failure.message })
    if (exitCode !== 0) throw new ProgramError(call.program, { exitCode, stderr })
  } catch (error) {
    call.signal.throwIfAborted()
    throw error
  } finally {
    call.signal.removeEventListener('abort', stop)
    stop()
    await exited
  }
}

const maxOutputBytes = 16 * 1024 * 1024

/** Runs a program to its end and returns its output; more than 16 MiB are an error. */
export async function runProgram(call: ProgramCall): Promise<Buffer> {
  const output = await readProgram(call, maxOutputBytes)
  if (!output) throw new ProgramError(call.program, { stderr: `wrote more than ${maxOutputBytes} bytes` })
  return output
}

/** Returns the output of a program, or undefined if it is longer than `maxBytes`. */
export async function readProgram(call: ProgramCall, maxBytes: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of streamProgram(call)) {
    size += chunk.length
    if (size > maxBytes) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Yields the output of a program in parts, such as the ones between the NULs of Git's `-z`. */
export async function* splitOutput(call: ProgramCall, separator: '\n' | '\0'): AsyncGenerator<string> {
  for await (const part of splitStream(streamProgram(call), { separator })) yield part.toString()
}

function stopGroup(pid: number | undefined, exited: Promise<unknown>): void {
  if (pid === undefined) return
  let isRunning = true
  const send = (signal: NodeJS.Signals) => {
    try {
      process.kill(-pid, signal)
    } catch {
      // The group has ended.
    }
  }
  const timer = setTimeout(() => isRunning && send('SIGKILL'), killAfterMs)
  void exited.then(() => {
    isRunning = false
    clearTimeout(timer)
  })
  send('SIGTERM')
}
