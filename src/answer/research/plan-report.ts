import type { PlannedSection } from '../../contract/research.ts'
import { cleanText } from '../../ingest/clean-text.ts'
import type { ChatInput, ChatModel, ChatTool } from '../../models/chat.ts'
import { languageInstruction } from '../written/prompt.ts'
import type { CallTool } from '../written/tool-calls.ts'
import { reportLimits } from './report-limits.ts'

/**
 * Lets the model propose the sections of a report: by a tool call, or as lines of text where it has no tools or doesn't
 * call one. It sees only the question, so the plan contains no text of documents. Returns none if it proposes fewer than
 * two.
 */
export async function proposeSections({
  chat,
  callTool,
  question,
  language,
  signal,
  onToolFailure,
}: {
  chat: ChatModel
  callTool: CallTool
  question: string
  language: string
  signal: AbortSignal
  /** Called if the tool call fails; the model is then asked for text. */
  onToolFailure: (error: unknown) => void
}): Promise<PlannedSection[]> {
  const limited = () => AbortSignal.any([signal, AbortSignal.timeout(reportLimits.plan.timeoutMs)])
  const input = (form: string): ChatInput => ({
    system: [...planRules, form, languageInstruction(language)].join('\n'),
    messages: [{ role: 'user', content: question }],
    maxOutputTokens: reportLimits.plan.tokens,
    temperature: 0,
    signal: limited(),
  })
  try {
    const calls = await callTool(chat, input(`Call ${planTool.name} once with all sections.`), planTool)
    const sections = readSections((calls ?? []).flatMap(sectionsOfCall))
    if (sections.length >= reportLimits.sections.min) return sections
  } catch (error) {
    signal.throwIfAborted()
    onToolFailure(error)
  }
  const sections = readSections(linesOf(await readText(chat, input(textForm))))
  return sections.length >= reportLimits.sections.min ? sections : []
}

const planRules = [
  'You plan a report that is written from an organization’s notes to answer a question. Don’t write it, and don’t answer the question.',
  `Propose ${reportLimits.sections.min} to ${reportLimits.sections.max} sections that together answer it, in their order. Each has a short title, and one question that names its subject in full and can be understood without the others. No introduction, no summary, no conclusion.`,
]

const textForm = 'Write one section per line and nothing else, as: Title | Question'

const planTool: ChatTool = {
  name: 'plan_report',
  description: 'Sets the sections of the report, in their order.',
  parameters: {
    type: 'object',
    properties: {
      sections: {
        type: 'array',
        minItems: reportLimits.sections.min,
        maxItems: reportLimits.sections.max,
        items: {
          type: 'object',
          properties: {
            title: { type: 'string', description: 'A few words' },
            question: { type: 'string', description: 'What the section answers' },
          },
          required: ['title', 'question'],
          additionalProperties: false,
        },
      },
    },
    required: ['sections'],
    additionalProperties: false,
  },
}

/** Some models call the tool once for each section. */
function sectionsOfCall(call: unknown): unknown[] {
  const { sections } = (call ?? {}) as { sections?: unknown }
  return Array.isArray(sections) ? sections : [call]
}

async function readText(chat: ChatModel, input: ChatInput): Promise<string> {
  let text = ''
  for await (const delta of chat.stream(input)) {
    text += delta
    // The line that is cut off could say something else.
    if (text.length > reportLimits.plan.characters) return text.slice(0, text.lastIndexOf('\n') + 1)
  }
  return text
}

/** Reads "Title | Question", "Title: question" and list items; other lines are remarks. */
function linesOf(text: string): { title: string; question: string }[] {
  return text.split('\n').flatMap((line) => {
    const marker = /^\s*(?:[-*•]|\d{1,2}[.)])\s+/.exec(line)?.[0] ?? ''
    const bare = line.slice(marker.length).trim()
    const [, title, question] = /^([^|:]+)(?:\||:\s)(.+)$/.exec(bare) ?? []
    if (title !== undefined && question !== undefined) return [{ title, question }]
    return marker !== '' && !bare.endsWith(':') ? [{ title: bare, question: bare }] : []
  })
}

/** Returns the first well-formed sections, each once, as plain text. */
function readSections(proposed: readonly unknown[]): PlannedSection[] {
  const sections = new Map<string, PlannedSection>()
  for (const one of proposed) {
    const { title, question } = (one ?? {}) as { title?: unknown; question?: unknown }
    const section = {
      title: plainLine(title, reportLimits.title),
      question: plainLine(question, reportLimits.question) || plainLine(title, reportLimits.question),
    }
    const key = section.title.toLowerCase()
    if (key !== '' && !sections.has(key)) sections.set(key, section)
    if (sections.size === reportLimits.sections.max) break
  }
  return [...sections.values()]
}

function plainLine(text: unknown, maxLength: number): string {
  if (typeof text !== 'string') return ''
  return cleanText(text)
    .replace(/[*`#|<>[\]]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, maxLength)
    .toWellFormed()
    .trim()
}
