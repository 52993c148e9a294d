import { z } from 'zod'

export const sectionOutcome = z
  .enum(['written', 'nothing-found', 'failed', 'not-reached'])
  .describe(
    'Written; the notes say nothing about it; the language model failed or the time was up while it was written; or before it was begun',
  )

export type SectionOutcome = z.infer<typeof sectionOutcome>

/** A section of a report as it is planned. */
export const plannedSection = z.object({
  title: z.string(),
  question: z.string().describe('What it answers, and the first search for it'),
})

export type PlannedSection = z.infer<typeof plannedSection>

/** Data of a `progress` event. */
export interface ResearchProgress {
  state: 'planning' | 'started' | 'searching' | 'writing' | 'done' | 'summarizing'
  /** Number of the section in the plan, from 1; absent while planning and summarizing. */
  section?: number
  /** The search that is made. */
  search?: string
  /** What became of the section, when it is done. */
  outcome?: SectionOutcome
}
