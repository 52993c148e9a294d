import type { ResearchProgress } from '../../contract/research.ts'

/** Describes in a few words what a report is at. */
export function describeProgress({ state, section, search }: ResearchProgress, sectionCount: number): string {
  if (state === 'planning') return 'Planning'
  if (state === 'summarizing') return 'Writing the summary'
  const words = { started: 'started', searching: `searching for “${search}”`, writing: 'writing', done: 'done' }
  return `Section ${section} of ${sectionCount}: ${words[state]}`
}
