import { type Config, InvalidSettingsError, readConfig } from '../config.ts'
import { defineCommand } from './command.ts'
import type { Finding } from './doctor/finding.ts'
import { stylesFor, type Terminal } from './terminal.ts'

export const doctorCommand = defineCommand({
  name: 'doctor',
  operands: '',
  summary: 'Check settings, data directory, database, models and port, with advice.',
  details: 'Changes nothing. Exits with 0 if everything works, else with 1.',
  options: { json: { type: 'boolean', description: 'Print the findings as one JSON line.' } },
  examples: ['lorewell doctor', 'LLM_BASE_URL=http://127.0.0.1:11434/v1 LLM_MODEL=qwen3 lorewell doctor'],
  async run({ options }, terminal) {
    const findings = await runChecks(terminal)
    const isHealthy = findings.every(({ state }) => state !== 'bad')
    terminal.stdout.write(
      options.json
        ? `${JSON.stringify({ ok: isHealthy, findings })}\n`
        : findings.map((finding) => formatFinding(finding, terminal)).join(''),
    )
    return isHealthy ? 0 : 1
  },
})

async function runChecks(terminal: Terminal): Promise<Finding[]> {
  let config: Config
  try {
    config = readConfig(terminal.env)
  } catch (error) {
    if (!(error instanceof InvalidSettingsError)) throw error
    return [
      {
        part: 'settings',
        state: 'bad',
        says: error.message,
        advice: 'docs/configuration.md lists every setting.',
      },
    ]
  }
  const { checkNode, checkBackupDirectory, checkDataDirectory, checkPort } = await import('./doctor/machine.ts')
  const { checkDatabase } = await import('./doctor/database.ts')
  const { checkChat, checkEmbedding, checkReader } = await import('./doctor/models.ts')
  const settings: Finding = { part: 'settings', state: 'well', says: 'valid' }
  const backups = checkBackupDirectory(config)
  return [
    checkNode(process.versions.node),
    settings,
    checkDataDirectory(config),
    ...(backups ? [backups] : []),
    await checkPort(config, terminal.fetch),
    await checkDatabase(config),
    await checkEmbedding(config, terminal),
    await checkReader(config),
    await checkChat(config, terminal.fetch),
  ]
}

function formatFinding({ part, state, says, advice }: Finding, { stdout, env }: Terminal): string {
  const { bold, dim } = stylesFor(stdout, env)
  const mark = { well: 'ok  ', note: 'note', bad: bold('BAD ') }[state]
  const adviceLine = advice === undefined ? '' : `       ${dim(advice).replaceAll('\n', '\n       ')}\n`
  return `${mark}   ${part}: ${says.replaceAll('\n', '\n       ')}\n${adviceLine}`
}
