import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config.ts'
import type { Embedder } from '../models/embedder.ts'
import type { Reader } from '../models/reader.ts'
import type { Database } from '../storage/database.ts'
import type { Telemetry } from '../telemetry/telemetry.ts'

/** What every part of the application is made of. */
export interface AppContext {
  config: Config
  database: Database
  /** Undefined: search uses words only. */
  embedder: Embedder | undefined
  /** The embedding space of the embedder; 0 without one. */
  spaceId: number
  /** Undefined: answers are chosen by words and similarity. */
  reader: Reader | undefined
  log: FastifyBaseLogger
  telemetry: Telemetry
  now: () => Date
  newId: () => string
}
