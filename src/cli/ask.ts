import type { AnswerListener } from '../answer/answer-listener.ts'
import { describeProgress } from '../answer/research/describe-progress.ts'
import { readConfig } from '../config.ts'
import type { AnswerResult, RelatedNote } from '../contract/ask.ts'
import { AppError } from '../errors.ts'
import { readStreamedAnswer } from '../mcp/read-streamed-answer.ts'
import { createAnswerPrinter } from './answer-printer.ts'
import { defineCommand } from './command.ts'
import { createQuietLogger } from './create-logger.ts'
import { withApp } from './open-app.ts'
import { chooseServer, firstCallOptions, serverOptions } from './server-client.ts'
import { stripControlCharacters, stylesFor, type Terminal } from './terminal.ts'

export const askCommand = defineCommand({
  name: 'ask',
  operands: '"QUESTION"',
  summary: 'Answer a question on the terminal, with numbered sources.',
  options: {
    as: {
      type: 'string',
      value: 'EMAIL',
      description: 'The user who asks. Default: the only user, or the first admin.',
    },
    org: { type: 'string', value: 'ID', description: 'The organization, if there are several.' },
    parent: { type: 'string', value: 'ID', description: 'Search only this note and its subpages.' },
    assistant: { type: 'string', value: 'ID', description: 'Ask this assistant.' },
    research: { type: 'boolean', description: 'Write a longer report with sections. Needs a language model.' },
    json: { type: 'boolean', description: 'Print the answer and its sources as one JSON line.' },
    ...serverOptions,
  },
  examples: [
    'lorewell ask "Who is on call at the weekend?" --as ada@acme.test',
    'lorewell ask "How long is parental leave?" --parent people --json',
    'lorewell ask "How do holidays and parental leave work?" --research',
    'lorewell ask "Who is on call?" --server https://lorewell.example --key lw_…',
  ],
  async run({ options, operands: [question = ''] }, terminal) {
    const server = await chooseServer(options, terminal)
    const request: AskInput = { question, parentId: options.parent, assistantId: options.assistant }
    if (!options.json) request.include = ['related']
    if (options.research) request.mode = 'research'
    const { bold } = stylesFor(terminal.stdout, terminal.env)
    const printer = createAnswerPrinter({ write: (text) => terminal.stdout.write(text), bold })
    // The summary of a report is written last and stands on top, so only its progress can be shown before it is complete.
    const streamsText = !options.json && !options.research
    const listener = options.research ? createProgressPrinter(terminal) : {}
    if (streamsText) listener.onDelta = printer.add
    const result = server
      ? await readStreamedAnswer(server.client, request, listener, firstCallOptions)
      : await askLocally(request, options, listener, terminal)
    if (!options.json && !streamsText) printer.add(result.answer)
    printer.end()
    terminal.stdout.write(options.json ? `${JSON.stringify(result)}\n` : formatSources(result, terminal))
    return 0
  },
})

interface AskInput {
  question: string
  parentId: string | undefined
  assistantId: string | undefined
  mode?: 'research'
  include?: 'related'[]
}

type AskListener = Pick<AnswerListener, 'onDelta' | 'onPlan' | 'onProgress'>

/** Prints what a report is at, beside the output. */
function createProgressPrinter({ stderr }: Terminal): AskListener {
  let sectionCount = 0
  return {
    onPlan(sections) {
      sectionCount = sections.length
    },
    onProgress(progress) {
      stderr.write(`${stripControlCharacters(describeProgress(progress, sectionCount))}\n`)
    },
  }
}

async function askLocally(
  input: AskInput,
  { as, org }: { as?: string; org?: string },
  listener: AskListener,
  terminal: Terminal,
): Promise<AnswerResult> {
  const config = readConfig(terminal.env)
  const log = createQuietLogger(config.logLevel, terminal)
  return withApp(config, log, terminal, async (app) => {
    const { askRequest } = await import('../contract/ask.ts')
    const { chooseCaller, chooseOrganization } = await import('./choose-caller.ts')
    const request = askRequest.safeParse(input)
    if (!request.success) {
      const [issue] = request.error.issues
      throw new AppError('validation', `The ${String(issue?.path[0] ?? 'question')} ${issue?.message}.`)
    }
    const organizationId = await chooseOrganization(app, org)
    const { caller, isChosen } = await chooseCaller(app, organizationId, as)
    if (isChosen) terminal.stderr.write(`Asking as ${caller.email} (choose another user with --as EMAIL).\n`)
    return app.answering.ask(caller, request.data, listener)
  })
}

/** Lists the sources of an answer, or the notes nearest to a question that nothing answers. */
function formatSources({ sources, related = [] }: AnswerResult, { stdout, env }: Terminal): string {
  const { bold, dim } = stylesFor(stdout, env)
  const describe = ({ title, updatedAt, url }: RelatedNote) =>
    `${stripControlCharacters(title)} ${dim(`${updatedAt.slice(0, 10)} ${stripControlCharacters(url)}`)}`
  const cited = sources.map((source, index) => `${bold(`[${index + 1}]`)} ${describe(source)}`)
  const nearest = related.map((note) =>
    [`- ${describe(note)}`, ...(note.explanation ?? '').split('\n').filter(Boolean)]
      .map((line, index) => (index === 0 ? line : `  ${stripControlCharacters(line)}`))
      .join('\n'),
  )
  const lines = nearest.length > 0 ? ['Nearest notes:', ...nearest] : cited
  return lines.length === 0 ? '' : `\n${lines.join('\n')}\n`
}
