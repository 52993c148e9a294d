import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { dirname, join } from 'node:path'
import { type OriginServerOptions, startOriginServer } from './origin-server.ts'

const identity = {
  GIT_AUTHOR_NAME: 'Ada',
  GIT_AUTHOR_EMAIL: 'ada@example.com',
  GIT_COMMITTER_NAME: 'Ada',
  GIT_COMMITTER_EMAIL: 'ada@example.com',
  GIT_CONFIG_GLOBAL: '/dev/null',
}

/** Creates a repository with a work tree, and returns functions that change it. */
export function createRepository(folder: string) {
  const git = (...args: string[]) => runGit(folder, args)
  mkdirSync(folder, { recursive: true })
  git('init', '--quiet', '--initial-branch=main')
  // As the large hosts do; off by default.
  git('config', 'uploadpack.allowFilter', 'true')
  return {
    folder,
    git,
    /** Writes files, removes those that are null, and commits at a given time. */
    commit(files: Record<string, string | Uint8Array | null>, date = '2026-03-01T10:00:00Z'): string {
      for (const [path, content] of Object.entries(files)) {
        if (content === null) rmSync(join(folder, path))
        else {
          mkdirSync(dirname(join(folder, path)), { recursive: true })
          writeFileSync(join(folder, path), content)
        }
      }
      git('add', '--all')
      runGit(folder, ['commit', '--quiet', '--allow-empty', '--message', 'Change'], {
        GIT_AUTHOR_DATE: date,
        GIT_COMMITTER_DATE: date,
      })
      return git('rev-parse', 'HEAD').trim()
    },
  }
}

function runGit(folder: string, args: readonly string[], env: Record<string, string> = {}): string {
  return execFileSync('git', args, { cwd: folder, encoding: 'utf8', env: { ...process.env, ...identity, ...env } })
}

/** Serves the repositories of a folder with Git's own CGI program, `git http-backend`. */
export async function serveRepositories(
  folder: string,
  { password, ...options }: OriginServerOptions & { password?: string } = {},
) {
  const state = { isDown: false, isDenied: false }
  const expected = `Basic ${Buffer.from(`git:${password}`).toString('base64')}`
  const server = await startOriginServer((request, response) => {
    if (state.isDown) return response.destroy()
    if (state.isDenied || (password && request.headers.authorization !== expected)) {
      return response.writeHead(401, { 'www-authenticate': 'Basic' }).end()
    }
    return runBackend(folder, request, response)
  }, options)
  return Object.assign(state, server)
}

function runBackend(folder: string, request: IncomingMessage, response: ServerResponse): void {
  const url = new URL(request.url ?? '/', 'http://localhost')
  const child = spawn('git', ['http-backend'], {
    env: {
      PATH: process.env.PATH,
      GIT_CONFIG_GLOBAL: '/dev/null',
      GIT_PROJECT_ROOT: folder,
      GIT_HTTP_EXPORT_ALL: '1',
      GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''),
      PATH_INFO: decodeURIComponent(url.pathname),
      QUERY_STRING: url.search.slice(1),
      REQUEST_METHOD: request.method,
      CONTENT_TYPE: request.headers['content-type'],
      HTTP_CONTENT_ENCODING: request.headers['content-encoding'],
    },
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  request.pipe(child.stdin.on('error', () => {}))
  const chunks: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
  child.on('close', () => {
    const output = Buffer.concat(chunks)
    const end = output.indexOf('\r\n\r\n')
    const headers = output
      .toString('latin1', 0, end)
      .split('\r\n')
      .map((line) => line.split(': ') as [string, string])
    const status = headers.find(([name]) => name === 'Status')?.[1] ?? '200'
    response.writeHead(Number.parseInt(status, 10), Object.fromEntries(headers)).end(output.subarray(end + 4))
  })
}
