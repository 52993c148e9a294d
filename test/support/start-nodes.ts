import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from './free-port.ts'
import { type LoadBalancer, startLoadBalancer } from './load-balancer.ts'
import { startStubEmbeddingsServer } from './stub-embeddings-server.ts'

export interface ServerNode {
  url: string
  /** Everything that it printed. */
  output(): string
  /** Ends it without any warning, as a power cut would. */
  kill(): Promise<void>
  /** Ends it as an operator does. Returns its exit code. */
  stop(): Promise<number | null>
}

export interface NodeCluster {
  /** Where the balancer listens. */
  url: string
  loadBalancer: LoadBalancer
  nodes: ServerNode[]
  /** Starts one more, which the balancer doesn't know. */
  add(env: Record<string, string>): Promise<ServerNode>
  close(): Promise<void>
}

const program = fileURLToPath(new URL('../../bin/lorewell.js', import.meta.url))

/** Server processes on one PostgreSQL, as they are built and run by operators, behind a balancer of our own. */
export async function startNodes({
  databaseUrl,
  replicaUrl = '',
  count = 3,
  findsByMeaning = true,
  env = {},
}: {
  databaseUrl: string
  replicaUrl?: string
  count?: number
  findsByMeaning?: boolean
  env?: Record<string, string>
}): Promise<NodeCluster> {
  const loadBalancer = await startLoadBalancer()
  const embeddings = await startStubEmbeddingsServer({ isBroken: !findsByMeaning })
  const folder = await mkdtemp(join(tmpdir(), 'lorewell-nodes-'))
  const settings = {
    PATH: process.env.PATH ?? '',
    HOME: folder,
    DATA_DIR: folder,
    DATABASE_URL: databaseUrl,
    DATABASE_REPLICA_URL: replicaUrl,
    PUBLIC_URL: loadBalancer.url,
    ...embeddings.env,
    LOG_LEVEL: 'warn',
    // On a busy machine everything is late, and what is measured here is not who is let in.
    ASK_WAIT_MS: '0',
    ...env,
  }
  const nodes: ServerNode[] = []
  const close = async () => {
    await Promise.all(nodes.map((node) => node.kill()))
    await loadBalancer.close()
    await embeddings.close()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    // All at once, as after a power cut: whoever comes first migrates, the others wait for it.
    const started = await Promise.allSettled(Array.from({ length: count }, () => startNode(settings)))
    for (const one of started) if (one.status === 'fulfilled') nodes.push(one.value)
    for (const one of started) if (one.status === 'rejected') throw one.reason
    loadBalancer.setTargets(nodes.map((node) => node.url))
    const add = async (more: Record<string, string>) => {
      const node = await startNode({ ...settings, ...more })
      nodes.push(node)
      return node
    }
    return { url: loadBalancer.url, loadBalancer, nodes, add, close }
  } catch (error) {
    await close()
    throw error
  }
}

async function startNode(settings: Record<string, string>): Promise<ServerNode> {
  const port = await freePort()
  const child = spawn(process.execPath, [program, 'start'], {
    env: { ...settings, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  let text = ''
  const isUp = new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (part: Buffer) => {
        text += part.toString('utf8')
        if (text.includes('Lorewell is at ')) resolve()
      })
    ended.then(() => reject(new Error(`A node ended before it was up:\n${text}`)))
  })
  await isUp
  return {
    url: `http://127.0.0.1:${port}`,
    output: () => text,
    kill: () => killProcess(child, ended),
    async stop() {
      child.kill('SIGTERM')
      await ended
      return child.exitCode
    },
  }
}

async function killProcess(child: ChildProcess, ended: Promise<void>): Promise<void> {
  child.kill('SIGKILL')
  await ended
}
