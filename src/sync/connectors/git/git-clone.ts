import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type ConnectorDeps, OriginError } from '../../connector.ts'
import { programEnvironment } from '../program-environment.ts'
import { ProgramError, readProgram, runProgram, splitOutput } from '../run-program.ts'
import type { GitRemote } from './git-remote.ts'

export type GitClone = Awaited<ReturnType<typeof openClone>>

/** A file of a commit. */
export interface GitFile {
  path: string
  blob: string
}

/** Regular and executable files; symbolic links and submodules are never followed. */
const fileModes = new Set(['100644', '100755', '100664'])
const maxPrefetch = 2000
/** Left by a crash of the machine. */
const damagedClone = /\.lock'|corrupt|packfile|bad object|loose object|object file .* is empty|did not send all/i

/** Opens the bare clone in a folder, and creates it if it is missing, incomplete or of another repository. */
export async function openClone(remote: GitRemote, deps: ConnectorDeps) {
  const directory = join(deps.cacheDirectory, 'repository.git')
  const home = join(deps.cacheDirectory, 'home')
  const marker = join(deps.cacheDirectory, 'repository-url')
  const config: (readonly [string, string])[] = [
    ['core.hooksPath', '/dev/null'],
    ['core.fsmonitor', 'false'],
    ['credential.helper', ''],
    ['protocol.version', '2'],
    ['gc.autoDetach', 'false'],
    ['http.lowSpeedLimit', '100'],
    ['http.lowSpeedTime', '60'],
    ...remote.config,
  ]
  // By environment: arguments are visible to every account of the machine.
  const env: Record<string, string> = {
    ...programEnvironment(home),
    GIT_TERMINAL_PROMPT: '0',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_CONFIG_COUNT: String(config.length),
    ...Object.fromEntries(
      config.flatMap(([key, value], index) => [
        [`GIT_CONFIG_KEY_${index}`, key],
        [`GIT_CONFIG_VALUE_${index}`, value],
      ]),
    ),
    ...remote.env,
  }
  const call = (args: readonly string[], input?: string) => ({
    program: 'git',
    args: [`--git-dir=${directory}`, ...args],
    env,
    signal: deps.signal,
    ...(input === undefined ? {} : { input }),
  })
  const run = async (args: readonly string[], input?: string) => (await runProgram(call(args, input))).toString('utf8')

  // The clone has no contents of files at first, except of servers that cannot send them afterwards.
  let isPartial = true
  const markerOf = () => `${remote.url}\n${isPartial ? 'partial' : 'full'}`

  async function prepare(): Promise<void> {
    await mkdir(home, { recursive: true })
    const known = await readFile(marker, 'utf8').catch(() => undefined)
    isPartial = known !== `${remote.url}\nfull`
    if (known !== markerOf() || !(await succeeds(['rev-parse', '--git-dir']))) await reset()
  }

  async function reset(): Promise<void> {
    await rm(directory, { recursive: true, force: true })
    await run(['init', '--bare', '--quiet'])
    await run(['config', 'remote.origin.url', remote.url])
    await writeFile(marker, markerOf())
  }

  async function succeeds(args: readonly string[]): Promise<boolean> {
    try {
      await run(args)
      return true
    } catch (error) {
      if (error instanceof ProgramError && !error.isMissing) return false
      throw error
    }
  }

  /** Fetches history and trees of a branch, and returns its newest commit. File contents follow when they are needed. */
  async function fetchBranch(branch: string): Promise<string> {
    const refs = `+refs/heads/${branch}:refs/heads/synced`
    const download = () => {
      const filter = isPartial ? ['--filter=blob:none'] : []
      return run(['fetch', '--quiet', '--force', '--no-tags', '--no-recurse-submodules', ...filter, 'origin', refs])
    }
    await download().catch(async (error: unknown) => {
      if (!(error instanceof ProgramError) || !damagedClone.test(error.stderr)) throw error
      await reset()
      await download()
    })
    return (await run(['rev-parse', '--verify', 'refs/heads/synced^{commit}'])).trim()
  }

  async function defaultBranch(): Promise<string> {
    const found = /^ref: refs\/heads\/(\S+)\tHEAD$/m.exec(await run(['ls-remote', '--symref', 'origin', 'HEAD']))?.[1]
    if (!found) throw new OriginError('The repository is empty, or has no default branch. Enter the name of a branch.')
    return found
  }

  /** Lists the files of a commit in the order of their paths. */
  async function* files(commit: string): AsyncGenerator<GitFile> {
    for await (const entry of splitOutput(call(['ls-tree', '-r', '-z', '--full-tree', commit]), '\0')) {
      const [, mode = '', type, blob = '', path = ''] = /^(\d+) (\w+) ([0-9a-f]+)\t([\s\S]*)$/.exec(entry) ?? []
      if (type === 'blob' && fileModes.has(mode)) yield { path, blob }
    }
  }

  /** Lists what differs between two commits: files to read, and paths that are no files any more. */
  async function* differences(from: string, to: string): AsyncGenerator<GitFile | { path: string; blob: undefined }> {
    const args = ['diff', '--raw', '-z', '--no-renames', '--no-abbrev', '--no-ext-diff', from, to, '--']
    let entry: string | undefined
    for await (const token of splitOutput(call(args), '\0')) {
      if (entry === undefined) {
        entry = token
        continue
      }
      const [, mode = '', , blob = ''] = entry.split(' ')
      yield { path: token, blob: fileModes.has(mode) ? blob : undefined }
      entry = undefined
    }
  }

  /** Returns the time of the last commit that changed each of the paths, newest history first. */
  async function commitTimes(range: string, paths: ReadonlySet<string>): Promise<Map<string, Date>> {
    const times = new Map<string, Date>()
    const args = ['log', '-z', '--name-only', '--no-renames', '--no-ext-diff', '--format=%x01%ct', range, '--']
    const mark = '\u0001'
    let time = new Date(0)
    let newest: Date | undefined
    for await (const token of splitOutput(call(args), '\0')) {
      const header = (token.startsWith(mark) ? /^\d+$/.exec(token.slice(1)) : null)?.[0]
      if (header) {
        time = new Date(Number(header) * 1000)
        newest ??= time
      } else {
        const path = token.replace(/^\n/, '')
        if (paths.has(path) && !times.has(path)) times.set(path, time)
        if (times.size === paths.size) break
      }
    }
    // A merge can change a file without a commit of either side.
    for (const path of paths) if (!times.has(path)) times.set(path, newest ?? time)
    return times
  }

  /** Downloads the contents of files together; one by one takes a round trip each. */
  async function prefetch(branch: string, commit: string, blobs: ReadonlySet<string>): Promise<void> {
    const missing: string[] = []
    const args = ['rev-list', '--objects', '--no-object-names', '--missing=print', `${commit}^{tree}`]
    for await (const line of splitOutput(call(args), '\n')) {
      if (line.startsWith('?') && blobs.has(line.slice(1))) missing.push(line.slice(1))
    }
    for (let start = 0; start < missing.length; start += maxPrefetch) {
      const options = ['--quiet', '--no-tags', '--no-write-fetch-head', '--no-recurse-submodules', '--filter=blob:none']
      try {
        await run(
          ['-c', 'fetch.negotiationAlgorithm=noop', 'fetch', ...options, '--stdin', 'origin'],
          `${missing.slice(start, start + maxPrefetch).join('\n')}\n`,
        )
      } catch (error) {
        if (!(error instanceof ProgramError) || !/unadvertised object|not our ref/.test(error.stderr)) throw error
        // An older protocol, as over ssh without AcceptEnv GIT_PROTOCOL: take everything at once.
        isPartial = false
        await reset()
        await fetchBranch(branch)
        return
      }
    }
  }

  await prepare()
  return {
    fetchBranch,
    defaultBranch,
    files,
    differences,
    commitTimes,
    prefetch,
    isAncestor: (older: string, newer: string) => succeeds(['merge-base', '--is-ancestor', older, newer]),
    /** Returns the content of a file; undefined if it is larger than `maxBytes`. */
    read: (blob: string, maxBytes: number) => readProgram(call(['cat-file', 'blob', blob]), maxBytes),
  }
}
