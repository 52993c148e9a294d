import { sql } from 'kysely'
import type { JobQueue } from './jobs/job-queue.ts'
import type { Database } from './storage/database.ts'
import { knownMigrations } from './storage/migrate.ts'

/** `degraded`: it works with reduced quality. */
export type ComponentState = 'ready' | 'degraded' | 'down'

export interface Readiness {
  ok: boolean
  parts: Record<ReadinessComponent, ComponentState>
  /** Why each part is not ready, for the operator. Contains no addresses and no secrets. */
  problems: Partial<Record<ReadinessComponent, string>>
}

type ReadinessComponent = 'node' | 'database' | 'migrations' | 'model' | 'llm' | 'jobs'
type ComponentProblem = readonly [ComponentState, string]

const databaseProbeTimeoutMs = 3000

/** Returns a check of whether the service can answer, part by part. */
export function createReadinessCheck({
  database,
  jobs,
  embedding,
  llm,
}: {
  database: Database
  jobs: Pick<JobQueue, 'state'>
  /** Undefined: no embedding model. */
  embedding: { isFailing(): boolean } | undefined
  llm: { isFailing(): boolean }
}) {
  /** `isDraining`: the node is about to stop, and a load balancer is to send it no further requests. */
  return async ({ isDraining = false }: { isDraining?: boolean } = {}): Promise<Readiness> => {
    const stored = await Promise.race([readAppliedMigrations(database), probeTimeout()])
    const found: Record<ReadinessComponent, ComponentProblem | undefined> = {
      node: isDraining ? ['down', 'The node is stopping.'] : undefined,
      database: stored ? undefined : ['down', 'The database does not respond.'],
      migrations: stored ? migrationProblem(stored) : ['down', 'Migrations cannot be read without the database.'],
      model: embeddingProblem(embedding),
      llm: llm.isFailing()
        ? ['degraded', 'The last call to the language model failed; answers are quoted from the notes.']
        : undefined,
      jobs: jobProblem(jobs.state()),
    }
    const entries = Object.entries(found) as [ReadinessComponent, ComponentProblem | undefined][]
    return {
      ok: entries.every(([, problem]) => problem?.[0] !== 'down'),
      parts: Object.fromEntries(
        entries.map(([part, problem]) => [part, problem?.[0] ?? 'ready']),
      ) as Readiness['parts'],
      problems: Object.fromEntries(entries.flatMap(([part, problem]) => (problem ? [[part, problem[1]]] : []))),
    }
  }
}

async function readAppliedMigrations(database: Database): Promise<string[] | undefined> {
  try {
    const { rows } = await sql<{ name: string }>`select name from migration`.execute(database.unrestricted)
    return rows.map(({ name }) => name)
  } catch {
    return undefined
  }
}

function probeTimeout(): Promise<undefined> {
  return new Promise((resolve) => setTimeout(resolve, databaseProbeTimeoutMs, undefined).unref())
}

function migrationProblem(stored: readonly string[]): ComponentProblem | undefined {
  const known = knownMigrations()
  if (stored.some((name) => !known.includes(name)))
    return ['down', 'A newer version has migrated the database: update this node.']
  if (known.some((name) => !stored.includes(name)))
    return ['down', 'The database has pending migrations: restart this node to apply them.']
  return undefined
}

function embeddingProblem(embedding: { isFailing(): boolean } | undefined): ComponentProblem | undefined {
  if (!embedding) return ['degraded', 'No embedding model: search uses words only.']
  return embedding.isFailing()
    ? ['degraded', 'The last call to the embedding model failed; search uses words only.']
    : undefined
}

function jobProblem(state: ReturnType<JobQueue['state']>): ComponentProblem | undefined {
  if (state === 'stopped') return ['degraded', 'The job queue is not running.']
  return state === 'failing' ? ['down', 'The job queue cannot be read.'] : undefined
}
