import { sql } from 'kysely'
import type { JobQueue } from './jobs/job-queue.ts'
import type { Database } from './storage/database.ts'
import { knownMigrations } from './storage/migrate.ts'

/** `degraded`: it answers, but less well than it could. */
export type ComponentState = 'ready' | 'degraded' | 'down'

export interface Readiness {
  ok: boolean
  parts: Record<ReadinessComponent, ComponentState>
  /** What is the matter with each part that is not ready, for whoever runs the service. No addresses, no secrets. */
  problems: Partial<Record<ReadinessComponent, string>>
}

type ReadinessComponent = 'database' | 'migrations' | 'model' | 'llm' | 'jobs'
type ComponentProblem = readonly [ComponentState, string]

const databaseProbeTimeoutMs = 3000

/** Whether the service can answer, part by part. */
export function createReadinessCheck({
  database,
  jobs,
  embedding,
  llm,
}: {
  database: Database
  jobs: Pick<JobQueue, 'state'>
  /** Undefined: there is no embedding model. */
  embedding: { isFailing(): boolean } | undefined
  /** Undefined: none is set, and answers are quoted. */
  llm: { isFailing(): boolean } | undefined
}) {
  return async (): Promise<Readiness> => {
    const stored = await Promise.race([readAppliedMigrations(database), probeTimeout()])
    const found: Record<ReadinessComponent, ComponentProblem | undefined> = {
      database: stored ? undefined : ['down', 'The database does not answer.'],
      migrations: stored ? migrationProblem(stored) : ['down', 'They cannot be read without the database.'],
      model: embeddingProblem(embedding),
      llm: llm?.isFailing()
        ? ['degraded', 'The last call of the language model failed; answers are quoted.']
        : undefined,
      jobs: jobProblem(jobs.state()),
    }
    const entries = Object.entries(found) as [ReadinessComponent, ComponentProblem | undefined][]
    return {
      ok: entries.every(([, problem]) => problem?.[0] !== 'down'),
      parts: Object.fromEntries(
        entries.map(([part, problem]) => [part, problem?.[0] ?? 'ready']),
      ) as Readiness['parts'],
      problems: Object.fromEntries(
        entries.flatMap(([part, problem]) => (problem ? [[part, problem[1]]] : [])),
      ),
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
    return ['down', 'A newer version has changed the store: update this node.']
  if (known.some((name) => !stored.includes(name)))
    return ['down', 'The store is of an older version: start this node again to bring it up to date.']
  return undefined
}

function embeddingProblem(embedding: { isFailing(): boolean } | undefined): ComponentProblem | undefined {
  if (!embedding) return ['degraded', 'There is no embedding model: texts are found by their words alone.']
  return embedding.isFailing()
    ? ['degraded', 'The last call of the embedding model failed; texts are found by their words alone.']
    : undefined
}

function jobProblem(state: ReturnType<JobQueue['state']>): ComponentProblem | undefined {
  if (state === 'stopped') return ['degraded', 'The queue does not run yet, or not any more.']
  return state === 'failing' ? ['down', 'The queue of jobs cannot be read.'] : undefined
}
