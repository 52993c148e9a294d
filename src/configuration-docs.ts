import { settingsTable } from './config.ts'

/** docs/configuration.md, printed from the table of settings. */
export function renderConfigurationDocs(): string {
  const rows = Object.entries(settingsTable).map(([name, { default: fallback, kind, description }]) => {
    const variable = kind === 'secret' ? `\`${name}\` (or \`${name}_FILE\`)` : `\`${name}\``
    return `| ${variable} | ${fallback === '' ? '–' : `\`${fallback}\``} | ${description} |`
  })
  return `# Configuration

Settings are environment variables. None is needed: without any, the service runs on its embedded database with the local
model. A bad setting stops the start with one message that names every bad variable. A secret may stand in a file, which
the variable with \`_FILE\` at its end names.

| variable | default | |
|---|---|---|
${rows.join('\n')}
`
}
