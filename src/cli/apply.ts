import { readConfig } from '../config.ts'
import { defineCommand } from './command.ts'
import { createQuietLogger } from './create-logger.ts'
import { withApp } from './open-app.ts'
import { createProgress } from './progress.ts'
import { readTextFile } from './read-text-file.ts'
import type { Terminal } from './terminal.ts'
import { recordTerminalAction } from './terminal-audit.ts'

export const applyCommand = defineCommand({
  name: 'apply',
  operands: 'FILE',
  summary:
    'Create or update an organization from a file: people, groups, notes, data sources, connections, assistants.',
  details: [
    'FILE is YAML or JSON; "-" reads standard input. Entries that the file leaves out stay as they are. Applying it again',
    'changes nothing. Secrets of connections come from the environment variables or files that it names. Prints one JSON',
    'line with the numbers of created, changed and unchanged entries, and a link for the first admin if none can sign in.',
  ].join('\n'),
  options: { json: { type: 'boolean', description: 'Print one JSON line (the default).' } },
  examples: ['lorewell apply acme.yaml', 'lorewell apply sample/handbook.yaml'],
  otherWay:
    'With DATABASE_URL, both can run at the same time. In the app, and through the API that the server describes at /docs, people, groups, data sources, connections and assistants can be changed while the server runs.',
  async run({ operands: [path = ''] }, terminal) {
    const config = readConfig(terminal.env)
    const log = createQuietLogger(config.logLevel, terminal)
    const text = path === '-' ? await readStandardInput(terminal) : readTextFile(path)
    const { readOrganizationFile } = await import('./apply/read-organization-file.ts')
    const file = readOrganizationFile(text, path === '-' ? 'standard input' : path)
    const { summary, passwordLink, others } = await withApp(config, log, terminal, async (app) => {
      const { applyOrganization } = await import('./apply/apply-organization.ts')
      const { describeOrganizations } = await import('./choose-caller.ts')
      const progress = createProgress('Applying notes:', terminal)
      const before = await app.organizations.list()
      try {
        const summary = await applyOrganization(app, file, progress.update, terminal.env)
        await recordTerminalAction(app, summary.organization, 'apply', '/organization')
        const { finishBulkLoad } = await import('./finish-bulk-load.ts')
        const { created, changed } = summary.notes
        await finishBulkLoad(app, terminal, { hasChanged: created + changed > 0 })
        const { issuePasswordLink } = await import('./apply/password-link.ts')
        const isNew = !before.some(({ id }) => id === summary.organization)
        return {
          summary,
          passwordLink: await issuePasswordLink(app, summary.organization),
          others: isNew && before.length > 0 ? describeOrganizations(before) : undefined,
        }
      } finally {
        progress.end()
      }
    })
    terminal.stdout.write(`${JSON.stringify(summary)}\n`)
    if (others) {
      terminal.stderr.write(
        `${summary.organization} is a new organization beside ${others}: other commands now need --org. If the file was meant to change an existing one, give it that id (organization: { id: … }).\n`,
      )
    }
    if (passwordLink) {
      terminal.stderr.write(
        `No admin can sign in yet. Start the server, and open this link within an hour to choose a password for ${passwordLink.email}:\n  ${passwordLink.url}\n`,
      )
    }
    return 0
  },
})

async function readStandardInput({ stdin }: Terminal): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of stdin) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks).toString('utf8')
}
