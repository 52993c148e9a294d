import type { PlannedSection } from '../../contract/research.ts'
import { cleanText } from '../../ingest/clean-text.ts'
import type { ChatInput, ChatModel, ChatTool } from '../../models/chat.ts'
import { languageInstruction } from '../written/prompt.ts'
import type { CallTool } from '../written/tool-calls.ts'
import { readJsonParts } from './json-in-text.ts'
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
  const sections = sectionsOfText(await readText(chat, input(textForm)))
  return sections.length >= reportLimits.sections.min ? sections : []
}

/** Reads lines, or the JSON that models write instead of a tool call. */
function sectionsOfText(text: string): PlannedSection[] {
  const sections = readSections(readJsonParts(text).flatMap(sectionsOfPart))
  return sections.length >= reportLimits.sections.min ? sections : readSections(linesOf(text))
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

/** Some models call the tool once for each section, or write the list as a string. */
function sectionsOfCall(call: unknown): unknown[] {
  const { sections } = (call ?? {}) as { sections?: unknown }
  if (typeof sections === 'string') return readJsonParts(sections).flatMap(sectionsOfPart)
  return Array.isArray(sections) ? sections : [call]
}

/** Reads an object for one section, an object with a question for each title, or a list of titles. */
function sectionsOfPart(part: unknown): unknown[] {
  if (Array.isArray(part)) return part.map((title) => ({ title }))
  const fields = Object.entries((part ?? {}) as Record<string, unknown>)
  const field = (names: RegExp) => fields.find(([name]) => names.test(name))?.[1]
  const title = field(/^(?:title|heading|header|name|section)$/i)
  if (title !== undefined) return [{ title, question: field(/^(?:question|query|description)$/i) }]
  return fields.map(([name, question]) => ({ title: name, question }))
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
    const bare = line
      .slice(marker.length)
      .trim()
      .replace(/^\||\|$/g, '')
    // JSON that can't be read, the header of a table and the dashes below it.
    if (/^["'{}[\]]|^[\s|:-]*$|^\s*title\s*\|\s*question\s*$/i.test(bare)) return []
    const [separator] = /\|/.exec(bare) ?? /:\s|\s[–—-]\s/.exec(bare) ?? []
    if (separator !== undefined) {
      const at = bare.indexOf(separator)
      return [{ title: bare.slice(0, at), question: bare.slice(at + separator.length) }]
    }
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
