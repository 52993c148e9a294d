import { readFile } from 'node:fs/promises'
import { readConfig } from '../config.ts'
import { AppError } from '../errors.ts'
import { defineCommand } from './command.ts'
import { createQuietLogger } from './create-logger.ts'
import { explainNoServerOption } from './no-server-option.ts'
import { withApp } from './open-app.ts'
import { createProgress } from './progress.ts'
import type { Terminal } from './terminal.ts'
import { recordTerminalAction } from './terminal-audit.ts'

export const applyCommand = defineCommand({
  name: 'apply',
  operands: 'FILE',
  summary: 'Make an organization as a file says: people, groups, notes, data sources, assistants.',
  details: [
    'FILE is YAML or JSON ("-" reads standard input). What it does not mention stays as it is; applied again, it',
    'changes nothing. Prints one JSON line that counts what was created, changed and found unchanged.',
  ].join('\n'),
  options: { json: { type: 'boolean', description: 'Print one JSON line, as it does anyway.' } },
  examples: ['lorewell apply acme.yaml', 'lorewell apply sample/handbook.yaml'],
  async run({ operands: [path = ''] }, terminal) {
    const config = readConfig(terminal.env)
    const log = createQuietLogger(config.logLevel, terminal)
    const text = await readText(path, terminal)
    const { readOrganizationFile } = await import('./apply/read-organization-file.ts')
    const file = readOrganizationFile(text, path === '-' ? 'standard input' : path)
    const summary = await explainNoServerOption('apply', () =>
      withApp(config, log, terminal, async (app) => {
        const { applyOrganization } = await import('./apply/apply-organization.ts')
        const progress = createProgress('applying notes,', terminal)
        try {
          const summary = await applyOrganization(app, file, progress.update)
          await recordTerminalAction(app, summary.organization, 'apply', '/organization')
          const { finishBulkLoad } = await import('./finish-bulk-load.ts')
          const { created, changed } = summary.notes
          await finishBulkLoad(app, terminal, { hasChanged: created + changed > 0 })
          return summary
        } finally {
          progress.end()
        }
      }),
    )
    terminal.stdout.write(`${JSON.stringify(summary)}\n`)
    return 0
  },
})

async function readText(path: string, terminal: Terminal): Promise<string> {
  try {
    if (path !== '-') return await readFile(path, 'utf8')
    const pieces: Buffer[] = []
    for await (const piece of terminal.stdin) pieces.push(Buffer.from(piece))
    return Buffer.concat(pieces).toString('utf8')
  } catch (cause) {
    throw new AppError('validation', `${path} cannot be read: ${(cause as Error).message}`, { cause })
  }
}
