import type { AnswerEvent } from '../../../sdk/src/client.ts'
import { askText } from '../messages/ask.ts'

type ProgressEvent = Extract<AnswerEvent, { type: 'progress' }>

/** How far a report is. */
export interface ResearchState {
  isPlanning: boolean
  isSummarizing: boolean
  sections: ResearchSection[]
}

export interface ResearchSection {
  title: string
  state: 'waiting' | 'started' | 'searching' | 'writing' | 'done'
  /** The words that are searched for. */
  search?: string
  outcome?: ProgressEvent['outcome']
}

export const initialResearch: ResearchState = { isPlanning: true, isSummarizing: false, sections: [] }

/** Returns the state after an event of the stream. */
export function advanceResearch(state: ResearchState, event: AnswerEvent): ResearchState {
  if (event.type === 'plan') {
    const sections = event.sections.map(({ title }): ResearchSection => ({ title, state: 'waiting' }))
    return { ...state, isPlanning: false, sections }
  }
  if (event.type !== 'progress') return state
  if (event.section === undefined) return { ...state, isSummarizing: event.state === 'summarizing' }
  const { section, search, outcome } = event
  const sections = state.sections.map((one, index): ResearchSection => {
    if (index !== section - 1) return one
    return {
      title: one.title,
      state: event.state as ResearchSection['state'],
      ...(search !== undefined && { search }),
      ...(outcome !== undefined && { outcome }),
    }
  })
  return { ...state, sections }
}

/** Returns what a section is at, in words. */
export function describeSection({ state, search, outcome }: ResearchSection): string {
  switch (state) {
    case 'waiting':
      return askText('sectionWaiting')
    case 'started':
      return askText('sectionStarted')
    case 'searching':
      return askText('sectionSearching', { search: search ?? '' })
    case 'writing':
      return askText('sectionWriting')
    case 'done':
      if (outcome === 'written') return askText('sectionDone')
      return askText(outcome === 'nothing-found' ? 'sectionWithoutResult' : 'sectionFailed')
  }
}

/** Returns one sentence for screen readers about what changed last. */
export function announceResearch({ isPlanning, isSummarizing, sections }: ResearchState): string {
  if (isPlanning) return askText('planningReportNow')
  if (isSummarizing) return askText('writingSummaryNow')
  const index = sections.findIndex(({ state }) => state !== 'done' && state !== 'waiting')
  const section = sections[index]
  if (!section) return ''
  return askText('sectionPosition', { number: index + 1, count: sections.length, title: section.title })
}
