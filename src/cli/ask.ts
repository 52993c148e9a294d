import { readConfig } from '../config.ts'
import type { AnswerResult } from '../contract/ask.ts'
import { AppError } from '../errors.ts'
import { defineCommand, UsageError } from './command.ts'
import { createQuietLogger } from './create-logger.ts'
import { withApp } from './open-app.ts'
import { chooseServer, type ServerClient, serverOptions, toServerError } from './server-client.ts'
import { stripControlCharacters, stylesFor, type Terminal } from './terminal.ts'

export const askCommand = defineCommand({
  name: 'ask',
  operands: '"QUESTION"',
  summary: 'Answer a question on the terminal, with numbered sources.',
  options: {
    as: {
      type: 'string',
      value: 'EMAIL',
      description: 'Who asks. Left out: the only user, or the first admin.',
    },
    org: { type: 'string', value: 'ID', description: 'The organization, where there are several.' },
    parent: { type: 'string', value: 'ID', description: 'Only this note and what stands below it.' },
    assistant: { type: 'string', value: 'ID', description: 'Through this assistant.' },
    json: { type: 'boolean', description: 'Print the answer and its sources as JSON.' },
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
    const asked: AskInput = { question, parentId: options.parent, assistantId: options.assistant }
    // Written as it comes, unless it is to be one piece of JSON.
    const onDelta = options.json
      ? () => {}
      : (text: string) => terminal.stdout.write(stripControlCharacters(text))
    const result = server
      ? await askThroughServer(server, asked, onDelta)
      : await askLocally(asked, options, onDelta, terminal)
    terminal.stdout.write(
      options.json ? `${JSON.stringify(result)}\n` : `\n${formatSources(result, terminal)}`,
    )
    return 0
  },
})

interface AskInput {
  question: string
  parentId: string | undefined
  assistantId: string | undefined
}

async function askThroughServer(
  server: ServerClient,
  asked: AskInput,
  onDelta: (text: string) => void,
): Promise<AnswerResult> {
  for await (const { name, data } of server.stream('/ask', asked)) {
    if (name === 'delta') onDelta((data as { text: string }).text)
    if (name === 'done') return data as AnswerResult
    if (name === 'error') throw toServerError(500, data as Record<string, unknown>)
  }
  throw new AppError('unavailable', 'The server broke off in the middle of its answer. Ask again.')
}

async function askLocally(
  asked: AskInput,
  { as, org }: { as?: string; org?: string },
  onDelta: (text: string) => void,
  terminal: Terminal,
): Promise<AnswerResult> {
  const config = readConfig(terminal.env)
  const log = createQuietLogger(config.logLevel, terminal)
  return withApp(config, log, terminal, async (app) => {
    const { askRequest } = await import('../contract/ask.ts')
    const { chooseCaller, chooseOrganization } = await import('./choose-caller.ts')
    const request = askRequest.safeParse(asked)
    if (!request.success) {
      const [issue] = request.error.issues
      throw new AppError('validation', `The ${String(issue?.path[0] ?? 'question')} ${issue?.message}.`)
    }
    const organizationId = await chooseOrganization(app, org)
    const { caller, isChosen } = await chooseCaller(app, organizationId, as)
    if (isChosen) terminal.stderr.write(`Asking as ${caller.email} (--as EMAIL names somebody else).\n`)
    return app.answering.ask(caller, request.data, { onDelta })
  })
}

function formatSources({ sources }: AnswerResult, { stdout, env }: Terminal): string {
  const { bold, dim } = stylesFor(stdout, env)
  const lines = sources.map(({ title, updatedAt, url }, index) =>
    [
      bold(`[${index + 1}]`),
      stripControlCharacters(title),
      dim(`${updatedAt.slice(0, 10)} ${stripControlCharacters(url)}`),
    ].join(' '),
  )
  return lines.length === 0 ? '' : `\n${lines.join('\n')}\n`
}
