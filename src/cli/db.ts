import { readConfig } from '../config.ts'
import { defineCommand, UsageError } from './command.ts'
import { createProgress } from './progress.ts'

export const dbCommand = defineCommand({
  name: 'db',
  operands: 'ACTION',
  summary: 'Prepare a large store: "lorewell db index-vectors".',
  details: [
    '"index-vectors" creates an approximate vector index, for stores with more vectors than fit into VECTOR_MEMORY_MB. The',
    'service keeps running meanwhile. If it is interrupted, run it again. See docs/scaling.md.',
  ].join('\n'),
  options: {
    json: { type: 'boolean', description: 'Print the result as JSON.' },
  },
  examples: ['DATABASE_URL=postgres://host/lorewell lorewell db index-vectors'],
  async run({ options, operands: [action] }, terminal) {
    const { env, stdout } = terminal
    if (action !== 'index-vectors') throw new UsageError(`There is no action "${action}": use "index-vectors".`)
    const { openDatabase } = await import('../storage/database.ts')
    const database = await openDatabase(readConfig(env))
    try {
      const { createVectorIndex } = await import('../storage/vector-index.ts')
      const progress = createProgress('Indexing vectors:', terminal)
      const { made, vectors } = await createVectorIndex(database, { onProgress: progress.update })
      progress.end()
      const message = made ? `Indexed ${vectors} vectors.` : `The index exists already: ${vectors} vectors.`
      stdout.write(options.json ? `${JSON.stringify({ made, vectors })}\n` : `${message}\n`)
      return 0
    } finally {
      await database.close()
    }
  },
})
