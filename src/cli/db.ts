import { readConfig } from '../config.ts'
import { defineCommand, UsageError } from './command.ts'

export const dbCommand = defineCommand({
  name: 'db',
  operands: 'ACTION',
  summary: 'Spread the store over the workers of a Citus cluster: lorewell db distribute.',
  details: [
    'ACTION is "distribute". DATABASE_URL names the coordinator. Each organization stays together on one worker; what all',
    'of them share is copied to every worker. It happens as a whole or not at all. See docs/scaling.md.',
  ].join('\n'),
  options: {
    'dry-run': { type: 'boolean', says: 'Print the statements, one on a line, and run none.' },
    json: { type: 'boolean', says: 'Print the result as JSON.' },
  },
  examples: ['DATABASE_URL=postgres://coordinator/lorewell lorewell db distribute --dry-run'],
  async run({ options, operands: [action] }, { env, stdout }) {
    if (action !== 'distribute') throw new UsageError(`There is no action "${action}": it is "distribute".`)
    const { openDatabase } = await import('../storage/database.ts')
    const { distributeByOrganization, distributionPlan } = await import('../storage/distribution.ts')
    const database = await openDatabase(readConfig(env))
    try {
      if (options['dry-run']) {
        const planned = await distributionPlan(database.service)
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
