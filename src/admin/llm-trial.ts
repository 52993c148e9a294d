import type { Caller } from '../access/caller.ts'
import type { AnswerPipeline } from '../answer/answer-pipeline.ts'
import type { QuestionLog } from '../answer/question-log.ts'
import { validationMessage } from '../contract/errors.ts'
import type { LlmSettingsChange, LlmTrial, LlmTrialRequest } from '../contract/llm-settings.ts'
import { AppError } from '../errors.ts'
import type { ChatModel, ChatSettings, ChatTimeouts, ChatUsage, FindChat } from '../models/chat.ts'
import { ChatError, redactSecret } from '../models/chat-error.ts'
import type { LlmSettings, Prices } from './llm-settings.ts'

export type LlmTrials = ReturnType<typeof createLlmTrials>

const trialTimeouts: ChatTimeouts = { firstTokenTimeoutMs: 30_000, stallTimeoutMs: 20_000, deadlineMs: 60_000 }

/** Used where the caller can see no document. */
const generalQuestion = 'In one sentence: what is a handbook for?'

/** Tests a language model with a question: the same search, prompt and verification as for people, but nothing is stored. */
export function createLlmTrials({
  settings,
  createChat,
  createPipeline,
  listExamples,
  timeouts = trialTimeouts,
}: {
  settings: LlmSettings
  createChat: (settings: ChatSettings) => Promise<ChatModel>
  createPipeline: (deps: {
    findChat: FindChat
    questionLog: Pick<QuestionLog, 'record'>
    onModelFailure: (error: unknown) => void
  }) => AnswerPipeline
  listExamples: (caller: Caller) => Promise<string[]>
  timeouts?: ChatTimeouts
}) {
  async function settingsToTry(caller: Caller, request: LlmTrialRequest): Promise<[ChatSettings, Prices]> {
    const { inputPrice = null, outputPrice = null, baseUrl } = request
    if (baseUrl !== undefined)
      return [await settings.check(caller.organizationId, requireFields(request)), { inputPrice, outputPrice }]
    const inUse = await settings.find(caller.organizationId)
    const opened = await inUse?.openSettings()
    if (!inUse || !opened)
      throw new AppError('validation', validationMessage, { details: { baseUrl: { message: 'is required' } } })
    return [opened, inUse.prices]
  }

  return {
    async run(caller: Caller, request: LlmTrialRequest): Promise<LlmTrial> {
      const [chatSettings, prices] = await settingsToTry(caller, request)
      const question = request.question?.trim() || (await listExamples(caller))[0] || generalQuestion
      const chat = await createChat({ ...chatSettings, limits: timeouts, isUsageReported: true })
      const used = meterChat(chat)
      const startedAt = performance.now()
      let outcome: Pick<LlmTrial, 'answer' | 'mode'> = { answer: null, mode: null }
      let error: unknown
      const pipeline = createPipeline({
        findChat: async () => used.chat,
        questionLog: {
          record: async (_caller, _request, { answer }, { mode }) => {
            outcome = { answer, mode }
          },
        },
        onModelFailure: (cause) => {
          error = cause
        },
      })
      await pipeline.ask(caller, { question, parentId: undefined })
      // Nothing was found to write from, so the model has not been asked yet.
      if (!used.wasCalled()) {
        try {
          outcome = { answer: await askDirectly(used.chat, question), mode: null }
        } catch (cause) {
          error = cause
        }
      }
      const usage = used.usage()
      const isFailed = error !== undefined
      return {
        ok: !isFailed,
        question,
        // A server can repeat the key that it was sent.
        answer: isFailed ? null : outcome.answer && redactSecret(outcome.answer, chatSettings.apiKey ?? ''),
        mode: isFailed ? null : outcome.mode,
        ...describeFailure(error),
        ms: Math.round(performance.now() - startedAt),
        inputTokens: usage?.inputTokens ?? null,
        outputTokens: usage?.outputTokens ?? null,
        cost: usage ? costOf(usage, prices) : null,
      }
    },
  }
}

function requireFields({ provider, baseUrl, model, ...rest }: LlmTrialRequest): LlmSettingsChange {
  const { question: _, ...given } = rest
  if (provider !== undefined && baseUrl !== undefined && model !== undefined)
    return { provider, baseUrl, model, ...given }
  const missing = Object.entries({ provider, baseUrl, model }).filter(([, value]) => value === undefined)
  throw new AppError('validation', validationMessage, {
    details: Object.fromEntries(missing.map(([field]) => [field, { message: 'is required' }])),
  })
}

/** Wraps a model to count its calls and tokens. */
function meterChat(chat: ChatModel) {
  let calls = 0
  let sum: ChatUsage | undefined
  const onUsage = ({ inputTokens, outputTokens }: ChatUsage) => {
    sum = {
      inputTokens: (sum?.inputTokens ?? 0) + inputTokens,
      outputTokens: (sum?.outputTokens ?? 0) + outputTokens,
    }
  }
  const { callTool } = chat
  const metered: ChatModel = {
    name: chat.name,
    stream(input) {
      calls += 1
      return chat.stream({ ...input, onUsage })
    },
    ...(callTool && { callTool: (input, tool) => callTool.call(chat, { ...input, onUsage }, tool) }),
  }
  return {
    chat: metered,
    wasCalled: () => calls > 0,
    usage: () => sum,
  }
}

async function askDirectly(chat: ChatModel, question: string): Promise<string> {
  let text = ''
  for await (const delta of chat.stream({
    system: 'Answer briefly.',
    messages: [{ role: 'user', content: question }],
    maxOutputTokens: 200,
    signal: new AbortController().signal,
  }))
    text += delta
  return text.trim()
}

/** Passes on only messages of our own: others can contain addresses or keys. */
function describeFailure(error: unknown): Pick<LlmTrial, 'failure' | 'message'> {
  if (error === undefined) return { failure: null, message: null }
  if (error instanceof ChatError && error.failure !== 'tools-unsupported')
    return { failure: error.failure, message: error.message }
  return { failure: 'failed', message: 'The model did not respond. See the server log for the reason.' }
}

function costOf(usage: ChatUsage, { inputPrice, outputPrice }: Prices): number | null {
  if (inputPrice === null || outputPrice === null) return null
  return (usage.inputTokens * inputPrice + usage.outputTokens * outputPrice) / 1_000_000
}
