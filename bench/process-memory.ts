import { readdirSync, readFileSync } from 'node:fs'

interface ProcessMemory {
  pid: number
  /** What the process is: its program and the first argument without a dash. */
  name: string
  /** Most resident memory since its start. */
  peakMb: number
}

/** Returns the peak of a process's resident memory, which Linux keeps (proc(5), VmHWM). Undefined if it has ended. */
export function peakMemoryMb(pid: number): number | undefined {
  const status = read(`/proc/${pid}/status`)
  const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]
  return kilobytes === undefined ? undefined : Math.round(Number(kilobytes) / 1024)
}

/** Returns the processes that a process has started, and those that they have. */
export function descendants(pid: number): ProcessMemory[] {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const parent = /^PPid:\s+(\d+)$/m.exec(read(`/proc/${name}/status`))?.[1]
    if (parent) parents.set(Number(name), Number(parent))
  }
  const isBelow = (one: number): boolean => {
    const parent = parents.get(one)
    return parent === pid || (parent !== undefined && parent > 1 && isBelow(parent))
  }
  return [...parents.keys()].filter(isBelow).flatMap((one) => {
    const peakMb = peakMemoryMb(one)
    if (peakMb === undefined) return []
    const [program = '', ...args] = read(`/proc/${one}/cmdline`).split('\0')
    const first = args.find((arg) => arg !== '' && !arg.startsWith('-')) ?? ''
    return [{ pid: one, name: `${basename(program)} ${basename(first)}`.trim(), peakMb }]
  })
}

function basename(path: string): string {
  return path.split('/').at(-1) ?? path
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
