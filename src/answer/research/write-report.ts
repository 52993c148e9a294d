import type { AnswerResult } from '../../contract/ask.ts'
import type { PlannedSection, SectionOutcome } from '../../contract/research.ts'
import type { ChatModel } from '../../models/chat.ts'
import { createLinkedAbortController } from '../../models/linked-abort-controller.ts'
import type { Reader } from '../../models/reader.ts'
import type { Passage, RetrievalResult } from '../../search/retrieval.ts'
import type { AnswerListener } from '../answer-listener.ts'
import { unconfirmedMessage } from '../answer-messages.ts'
import type { TracedSection } from '../answer-trace.ts'
import { type CitedText, createCitationWriter, createSourceNumbers, quoteAsMarkdown } from '../citations.ts'
import { createSupportJudge } from '../verification/support-judge.ts'
import { createStatementTranslation } from '../verification/translate-statement.ts'
import type { DraftUnit } from '../written/draft-units.ts'
import { passageText } from '../written/generative-answer.ts'
import { maxPassagesPerSearch } from '../written/search-tool.ts'
import type { CallTool } from '../written/tool-calls.ts'
import { createUncitedTextCheck } from '../written/uncited-text.ts'
import { searchFurther } from './further-searches.ts'
import { createPassageFolding } from './passage-folding.ts'
import { proposeSections } from './plan-report.ts'
import { createReportBody } from './report-body.ts'
import { createReportDrafts } from './report-drafts.ts'
import { reportLimits } from './report-limits.ts'
import { emptySectionMessage } from './report-messages.ts'
import { isPlainSentence, summaryTask, toSummarySentence } from './report-summary.ts'

export interface Report {
  /** Without sources: nothing was verified, and nothing was sent. */
  result: AnswerResult
  sections: TracedSection[]
  /** All passages that were found, those that the model read first. */
  passages: Passage[]
  passagesRead: number
  sentencesDropped: number
  hasModelFailed: boolean
  /** The first cited page of each cited document that has pages, by the keys of the documents. */
  citedPages: [documentKey: number, page: number][]
  /** The notes say nothing about any section, as the model sees it. */
  isRefusal: boolean
}

interface Section extends PlannedSection {
  passages: Passage[]
}

/**
 * Creates the writer of reports. The model plans sections from the question. For each one it writes from the passages of
 * a search, and of those it asks for then; every sentence is verified like that of an answer. What the model fails to
 * write, or the time doesn't suffice for, is missing, and the report says so.
 */
export function createReportWriter({
  callTool,
  reader,
  newDelimiter,
  onModelFailure,
  onSearchStepsFailure,
  onReaderFailure,
}: {
  callTool: CallTool
  reader: Reader | undefined
  newDelimiter: () => string
  onModelFailure: (error: unknown) => void
  onSearchStepsFailure: (error: unknown) => void
  onReaderFailure: (error: unknown) => void
}) {
  return async ({
    chat,
    question,
    findings,
    search,
    listener,
    onPiece,
  }: {
    chat: ChatModel
    question: { text: string; language: string; instructions: string }
    /** What was found for the question itself. */
    findings: RetrievalResult
    /** Searches with the rights of the caller, within the scope of the question. */
    search: (query: string) => Promise<Passage[]>
    listener: AnswerListener
    /** Called with each piece of the report. */
    onPiece: (piece: CitedText) => void
  }): Promise<Report> => {
    const { text: asked, language } = question
    const stop = createLinkedAbortController(listener.signal)
    const { signal } = stop
    const { timeoutMs } = reportLimits
    const timer = setTimeout(() => stop.abort(new Error(`The report took longer than ${timeoutMs} ms`)), timeoutMs)
    const translate =
      reader && createStatementTranslation({ chat, language: reader.language, delimiter: newDelimiter(), signal })
    const findSupport = createSupportJudge({ reader, question: asked, language, translate, signal, onReaderFailure })
    const drafts = createReportDrafts({
      ...{ chat, findSupport, question, newDelimiter, signal, onModelFailure },
      callerSignal: listener.signal,
    })
    const fold = createPassageFolding(findings)
    const numbers = createSourceNumbers(listener.onSource)
    const body = createReportBody({ numbers, language, onPiece, onDelta: listener.onDelta })
    const found = new Set<Passage>(fold(findings.passages))
    /** The first plain sentence of each section: the summary, if the model writes none. */
    const leadSentences: CitedText[] = []
    let furtherSearches = 0
    let writtenSections = 0
    let isRefusal = true

    try {
      listener.onProgress?.({ state: 'planning' })
      const sections = await plan()
      listener.onPlan?.(sections.map((section) => ({ title: section.title || asked, question: section.question })))
      const traced: TracedSection[] = []
      for (const [index, section] of sections.entries()) traced.push(await addSection(section, index + 1))
      const summary = writtenSections > 1 ? await summarize() : ''
      body.addFinalNotices(traced)
      return {
        result: { answer: [summary, body.text()].filter(Boolean).join('\n\n'), sources: numbers.sources() },
        sections: traced,
        passages: [...new Set([...drafts.passagesRead(), ...found])],
        passagesRead: drafts.passagesRead().length,
        sentencesDropped: drafts.sentencesDropped(),
        hasModelFailed: drafts.hasFailed(),
        citedPages: numbers.citedPages(),
        isRefusal,
      }
    } finally {
      clearTimeout(timer)
      stop.release()
    }

    async function plan(): Promise<Section[]> {
      const proposed = await drafts.attempt(() =>
        proposeSections({ chat, callTool, question: asked, language, signal, onToolFailure: onSearchStepsFailure }),
      )
      const sections = await Promise.all(
        (proposed ?? []).map(async (section) => ({
          ...section,
          passages: await findPassages(section.question, reportLimits.sectionPassages),
        })),
      )
      const texts = [...found].map(passageText)
      const { canStayUncited } = createUncitedTextCheck({ question: asked, texts, language })
      // A title stands in the report without a citation, also above a section about which nothing is found.
      const accepted = sections.flatMap((section) => {
        const title = [section.title, section.question].find(canStayUncited)
        return title === undefined ? [] : [{ ...section, title }]
      })
      if (accepted.length >= reportLimits.sections.min) return accepted
      return [{ title: '', question: asked, passages: fold(findings.passages) }]
    }

    async function findPassages(query: string, maxPassages = maxPassagesPerSearch): Promise<Passage[]> {
      const passages = (await search(query)).slice(0, maxPassages)
      const folded = fold(passages)
      for (const passage of folded) found.add(passage)
      return folded
    }

    async function addSection(section: Section, number: number): Promise<TracedSection> {
      const { title, question: sectionQuestion } = section
      const report = (outcome: SectionOutcome, searches: string[] = []): TracedSection => {
        listener.onProgress?.({ state: 'done', section: number, outcome })
        return { title: title || asked, question: sectionQuestion, searches, outcome }
      }
      if (drafts.isOver()) return report('not-reached')
      listener.onProgress?.({ state: 'started', section: number })
      const { passages, searches } = await searchFurther({
        chat,
        callTool,
        question: sectionQuestion,
        passages: section.passages,
        search: (query) => {
          listener.onProgress?.({ state: 'searching', section: number, search: query })
          return findPassages(query)
        },
        // Where nothing is found, there is nothing that a further search could follow from.
        maxSearches: section.passages.length === 0 ? 0 : reportLimits.furtherSearches - furtherSearches,
        delimiter: newDelimiter(),
        signal,
        onFailure: onSearchStepsFailure,
      })
      listener.signal?.throwIfAborted()
      furtherSearches += searches.length
      if (passages.length > 0) listener.onProgress?.({ state: 'writing', section: number })
      return report(await writeSection({ ...section, passages }), searches)
    }

    async function writeSection(section: Section): Promise<SectionOutcome> {
      const heading: CitedText[] = section.title === '' ? [] : [toHeading(section.title)]
      let isWritten = false
      let isLed = false
      const draft = await drafts.write({
        ...section,
        task: sectionTask(asked, section.title),
        limits: reportLimits.section,
        adapt: (unit) => belowHeading(unit, section.title),
        onText: (piece) => {
          if (!isWritten) for (const one of heading) body.add(one)
          body.add(isWritten ? piece : { ...piece, startsParagraph: true })
          isWritten = true
          if (isLed || !isPlainSentence(piece)) return
          leadSentences.push(piece)
          isLed = true
        },
      })
      if (isWritten) {
        writtenSections += 1
        isRefusal = false
        body.addNotice(unconfirmedMessage(language, draft.outcome))
        return draft.outcome?.isComplete ? 'written' : 'failed'
      }
      if (draft.hasFailed) return 'failed'
      if (draft.outcome && !draft.outcome.hasRefused && !draft.outcome.hasNamedGaps) isRefusal = false
      body.addEmptySection([...heading, { text: emptySectionMessage(language), passages: [], startsParagraph: true }])
      return 'nothing-found'
    }

    async function summarize(): Promise<string> {
      listener.onProgress?.({ state: 'summarizing' })
      const pieces: CitedText[] = []
      if (!drafts.isOver())
        await drafts.write({
          question: asked,
          passages: body.citedPassages(),
          task: summaryTask,
          limits: reportLimits.summary,
          adapt: toSummarySentence,
          onText: (piece) => pieces.push(piece),
        })
      const sentences = pieces.some(({ passages }) => passages.length > 0) ? pieces : leadSentences
      const writer = createCitationWriter(numbers)
      for (const { text, passages } of sentences.slice(0, reportLimits.summary.sentences)) {
        const piece = { text, passages }
        onPiece(piece)
        writer.add(piece)
      }
      if (writer.text() !== '') listener.onSummary?.(writer.text())
      return writer.text()
    }
  }
}

function toHeading(title: string): CitedText {
  return { text: `## ${quoteAsMarkdown(title)}`, passages: [], startsParagraph: true }
}

function sectionTask(asked: string, title: string): string[] {
  if (title === '') return []
  return [
    `You write one section of a report, “${title}”. The whole report answers: ${asked}`,
    'Write only this section, without its title, an introduction or a conclusion. Other sections are written by others.',
  ]
}

/** Puts the headings of a draft below that of its section, and drops one that repeats it. */
function belowHeading(unit: DraftUnit, title: string): DraftUnit | undefined {
  if (unit.kind !== 'heading' || title === '') return unit
  if (unit.text.toLowerCase() === title.toLowerCase()) return undefined
  return { ...unit, level: Math.min(6, Math.max(3, unit.level)) }
}
