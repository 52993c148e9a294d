import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { DatabaseSettings } from '../../../src/storage/database.ts'
import { startServiceProcess } from '../../support/service-process.ts'
import { startStubEmbeddingsServer } from '../../support/stub-embeddings-server.ts'
import { contentFixture } from '../../support/test-app.ts'
import { documentText } from './expectations.ts'
import { rootId } from './writers.ts'

export const canUseStrace = () => spawnSync('strace', ['-f', '-o', '/dev/null', 'true']).status === 0

/**
 * Runs the service under strace and writes to it. Returns, for each acknowledged write, how often the log of the embedded
 * database was forced to disk between the request and its acknowledgement, and how many bytes of it were not yet.
 */
export async function traceFsyncs(
  settings: DatabaseSettings,
  { key, writes }: { key: string; writes: number },
): Promise<{ syncs: number; unsynced: number }[]> {
  const endpoint = await startStubEmbeddingsServer()
  const file = join(settings.dataDir, 'strace.txt')
  const calls = 'trace=fsync,fdatasync,read,recvfrom,recvmsg,write,writev,pwrite64,sendto,sendmsg'
  const service = startServiceProcess(settings, {
    env: endpoint.env,
    // -D: the service is our child, and strace a grandchild, so that signals reach the service.
    under: ['strace', '-D', '-f', '-y', '-s', '40', '--seccomp-bpf', '-e', calls, '-o', file],
  })
  try {
    const url = await service.url
    if (url === undefined) throw new Error(`The service did not start under strace:\n${service.output()}`)
    for (let done = 0; done < writes; done++) {
      const isDeletion = done % 3 === 2
      const id = `S-${isDeletion ? done - 1 : done}`
      const reply = await fetch(`${url}/v1/ask/index`, {
        method: isDeletion ? 'DELETE' : 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify(
          isDeletion ? { rootId, id } : contentFixture({ rootId, id, content: documentText(`word${done}x`, 2) }),
        ),
      })
      if (reply.status !== 200) throw new Error(`answered ${reply.status}: ${await reply.text()}`)
      await reply.arrayBuffer()
    }
    const { pid } = service.child
    await service.stop()
    const isWhole = new RegExp(`^${pid} +\\+\\+\\+ exited with`, 'm')
    let trace = readFileSync(file, 'utf8')
    while (!isWhole.test(trace)) {
      await pause(20)
      trace = readFileSync(file, 'utf8')
    }
    return parseStrace(trace)
  } finally {
    await service.kill()
    await endpoint.close()
  }
}

/** Reads what strace wrote, in the order in which the calls ended. */
export function parseStrace(trace: string): { syncs: number; unsynced: number }[] {
  const told: { syncs: number; unsynced: number }[] = []
  const unfinished = new Map<string, string>()
  let request: { syncs: number } | undefined
  let unsynced = 0
  for (const line of trace.split('\n')) {
    const [, thread = '', rest = ''] = /^(\d+) +(.*)$/.exec(line) ?? []
    if (rest.endsWith('<unfinished ...>')) {
      unfinished.set(thread, rest)
      // What goes out is on its way when the call begins; what is forced to disk is there when it ends.
      if (!isHttpResponse(rest)) continue
    }
    const call = rest.startsWith('<... ') ? `${unfinished.get(thread) ?? ''}${rest}` : rest
    const isLog = /\(\d+<[^>]*\/pg_wal\/[0-9A-F]{24}>/.test(call)
    if (isLog && /^p?write/.test(call)) unsynced += 1
    if (isLog && /^f(?:data)?sync.*= 0$/.test(call)) {
      unsynced = 0
      if (request) request.syncs += 1
    }
    if (/"(?:POST|DELETE) \/v1\/ask\/index/.test(call)) request ??= { syncs: 0 }
    if (request && isHttpResponse(call)) {
      told.push({ syncs: request.syncs, unsynced })
      request = undefined
    }
  }
  return told
}

function isHttpResponse(call: string): boolean {
  return /"HTTP\/1\.1 200 OK/.test(call) && /^(?:write|send)/.test(call)
}
