import { settings } from './settings.ts'

/** Returns docs/configuration.md, made from the table of settings. */
export function renderConfigurationDocs(): string {
  const rows = Object.entries(settings).map(([name, { default: fallback, kind, description }]) => {
    const variable = kind === 'secret' ? `\`${name}\` (or \`${name}_FILE\`)` : `\`${name}\``
    return `| ${variable} | ${fallback === '' ? '–' : `\`${fallback}\``} | ${description} |`
  })
  return `# Configuration

Settings are environment variables. All are optional: without any, the service runs on its embedded database with the
local model. If a setting is invalid, the service does not start and prints one message that names every invalid variable.
To keep a secret in a file, set the variable with the suffix \`_FILE\` to the path of that file.

| Variable | Default | Description |
|---|---|---|
${rows.join('\n')}
`
}
