import { readConfig } from '../config.ts'
import type { AnswerResult } from '../contract/ask.ts'
import { AppError } from '../errors.ts'
import { defineCommand, UsageError } from './command.ts'
import { createQuietLog } from './create-log.ts'
import { withApp } from './open-app.ts'
import { chooseServer, refusal, type ServerClient, serverOptions } from './server-client.ts'
import { stylesFor, type Terminal } from './terminal.ts'

export const askCommand = defineCommand({
  name: 'ask',
  operands: '"QUESTION"',
  summary: 'Answer a question on the terminal, with numbered sources.',
  options: {
    as: { type: 'string', value: 'EMAIL', says: 'Who asks. Left out: the only user, or the first admin.' },
    org: { type: 'string', value: 'ID', says: 'The organization, where there are several.' },
    parent: { type: 'string', value: 'ID', says: 'Only this note and what stands below it.' },
    assistant: { type: 'string', value: 'ID', says: 'Through this assistant.' },
    json: { type: 'boolean', says: 'Print the answer and its sources as JSON.' },
    ...serverOptions,
  },
  examples: [
    'lorewell ask "Who is on call at the weekend?" --as ada@acme.test',
    'lorewell ask "How long is parental leave?" --parent people --json',
    'lorewell ask "Who is on call?" --server https://lorewell.example --key lw_…',
  ],
  async run({ options, operands: [question = ''] }, terminal) {
    const server = chooseServer(options, terminal)
    if (server && (options.as !== undefined || options.org !== undefined)) {
      throw new UsageError('--as and --org do not go with --server: there the key says who asks.')
    }
    const asked: Asked = { question, parentId: options.parent, assistantId: options.assistant }
    // Written as it comes, unless it is to be one piece of JSON.
    const onDelta = options.json ? () => {} : (text: string) => terminal.stdout.write(printable(text))
    const result = server
      ? await askServer(server, asked, onDelta)
      : await askStore(asked, options, onDelta, terminal)
    terminal.stdout.write(options.json ? `${JSON.stringify(result)}\n` : `\n${sourceLines(result, terminal)}`)
    return 0
  },
})

interface Asked {
  question: string
  parentId: string | undefined
  assistantId: string | undefined
}

async function askServer(
  server: ServerClient,
  asked: Asked,
  onDelta: (text: string) => void,
): Promise<AnswerResult> {
  for await (const { name, data } of server.stream('/ask', asked)) {
    if (name === 'delta') onDelta((data as { text: string }).text)
    if (name === 'done') return data as AnswerResult
    if (name === 'error') throw refusal(500, data as Record<string, unknown>)
  }
  throw new AppError('unavailable', 'The server broke off in the middle of its answer. Ask again.')
}

async function askStore(
  asked: Asked,
  { as, org }: { as?: string; org?: string },
  onDelta: (text: string) => void,
  terminal: Terminal,
): Promise<AnswerResult> {
  const config = readConfig(terminal.env)
  const log = createQuietLog(config.logLevel, terminal)
  return withApp(config, log, terminal, async (app) => {
    const { askRequest } = await import('../contract/ask.ts')
    const { chooseAsker, chooseOrganization } = await import('./asker.ts')
    const request = askRequest.safeParse(asked)
    if (!request.success) {
      const [issue] = request.error.issues
      throw new AppError('validation', `The ${String(issue?.path[0] ?? 'question')} ${issue?.message}.`)
    }
    const organizationId = await chooseOrganization(app, org)
    const { viewer, isChosen } = await chooseAsker(app, organizationId, as)
    if (isChosen) terminal.stderr.write(`Asking as ${viewer.email} (--as EMAIL names somebody else).\n`)
    return app.answering.ask(viewer, request.data, { onDelta })
  })
}

function sourceLines({ sources }: AnswerResult, { stdout, env }: Terminal): string {
  const { bold, dim } = stylesFor(stdout, env)
  const lines = sources.map(({ title, updatedAt, url }, index) =>
    [bold(`[${index + 1}]`), printable(title), dim(`${updatedAt.slice(0, 10)} ${printable(url)}`)].join(' '),
  )
  return lines.length === 0 ? '' : `\n${lines.join('\n')}\n`
}

/** Without control characters: a document must not be able to move the cursor or rename the window. */
function printable(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is to be taken out
  return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '')
}
