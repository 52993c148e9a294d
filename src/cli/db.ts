import { readConfig } from '../config.ts'
import { defineCommand, UsageError } from './command.ts'
import { createProgress } from './progress.ts'

export const dbCommand = defineCommand({
  name: 'db',
  operands: 'ACTION',
  summary: 'Prepare a large store: "lorewell db distribute", "lorewell db index-vectors".',
  details: [
    '"distribute" shards the store over the workers of a Citus cluster. DATABASE_URL names the coordinator. Each',
    'organization is stored on one worker; shared tables are copied to every worker. It runs in one transaction.',
    '"index-vectors" creates an approximate vector index, for stores with more vectors than fit into VECTOR_MEMORY_MB. The',
    'service keeps running meanwhile. If it is interrupted, run it again. docs/scaling.md describes both.',
  ].join('\n'),
  options: {
    'dry-run': {
      type: 'boolean',
      description: 'Print the statements of "distribute", one per line, without running them.',
    },
    json: { type: 'boolean', description: 'Print the result as JSON.' },
  },
  examples: [
    'DATABASE_URL=postgres://coordinator/lorewell lorewell db distribute --dry-run',
    'DATABASE_URL=postgres://host/lorewell lorewell db index-vectors',
  ],
  async run({ options, operands: [action] }, terminal) {
    const { env, stdout } = terminal
    if (action !== 'distribute' && action !== 'index-vectors')
      throw new UsageError(`There is no action "${action}": use "distribute" or "index-vectors".`)
    if (action === 'index-vectors' && options['dry-run'])
      throw new UsageError('--dry-run works only with "distribute".')
    const { openDatabase } = await import('../storage/database.ts')
    const database = await openDatabase(readConfig(env))
    try {
      if (action === 'index-vectors') {
        const { createVectorIndex } = await import('../storage/vector-index.ts')
        const progress = createProgress('Indexing vectors:', terminal)
        const { made, vectors } = await createVectorIndex(database, { onProgress: progress.update })
        progress.end()
        const message = made ? `Indexed ${vectors} vectors.` : `The index exists already: ${vectors} vectors.`
        stdout.write(options.json ? `${JSON.stringify({ made, vectors })}\n` : `${message}\n`)
        return 0
      }
      const { distributeByOrganization, distributionPlan } = await import('../storage/distribution.ts')
      if (options['dry-run']) {
        const planned = await distributionPlan(database.unrestricted)
        if (options.json) stdout.write(`${JSON.stringify({ distributed: false, statements: planned })}\n`)
        else for (const statement of planned) stdout.write(`${statement};\n`)
        return 0
      }
      const { statements } = await distributeByOrganization(database)
      stdout.write(
        options.json
          ? `${JSON.stringify({ distributed: true, statements })}\n`
          : `Distributed the store by organization: ${statements.length} statements.\n`,
      )
      return 0
    } finally {
      await database.close()
    }
  },
})
