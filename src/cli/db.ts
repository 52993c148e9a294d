import { readConfig } from '../config.ts'
import { defineCommand, UsageError } from './command.ts'
import { createProgress } from './progress.ts'

export const dbCommand = defineCommand({
  name: 'db',
  operands: 'ACTION',
  summary: 'Prepare a large store: lorewell db distribute, lorewell db index-vectors.',
  details: [
    '"distribute" spreads the store over the workers of a Citus cluster. DATABASE_URL names the coordinator. Each',
    'organization stays together on one worker; what all of them share is copied to every worker. It happens as a whole or',
    'not at all.',
    '"index-vectors" makes an approximate index of the vectors, for a store that has more of them than VECTOR_MEMORY_MB',
    'holds. Everything goes on meanwhile; interrupted, it begins anew. See docs/scaling.md for both.',
  ].join('\n'),
  options: {
    'dry-run': {
      type: 'boolean',
      description: 'Print the statements of "distribute", one on a line, and run none.',
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
      throw new UsageError(`There is no action "${action}": it is "distribute" or "index-vectors".`)
    if (action === 'index-vectors' && options['dry-run'])
      throw new UsageError('--dry-run is for "distribute" only.')
    const { openDatabase } = await import('../storage/database.ts')
    const database = await openDatabase(readConfig(env))
    try {
      if (action === 'index-vectors') {
        const { createVectorIndex } = await import('../storage/vector-index.ts')
        const progress = createProgress('vectors indexed:', terminal)
        const { made, vectors } = await createVectorIndex(database, { onProgress: progress.update })
        progress.end()
        const said = made ? `${vectors} vectors are indexed.` : `The index is there: ${vectors} vectors.`
        stdout.write(options.json ? `${JSON.stringify({ made, vectors })}\n` : `${said}\n`)
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
          : `The store is spread over the workers by organization: ${statements.length} statements.\n`,
      )
      return 0
    } finally {
      await database.close()
    }
  },
})
