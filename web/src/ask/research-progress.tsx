import { askText } from '../messages/ask.ts'
import { announceResearch, describeSection, type ResearchSection, type ResearchState } from './research-state.ts'

/** Shows the plan of a report and how far each section is. */
export function ResearchProgress({ research }: { research: ResearchState }) {
  const { isPlanning, isSummarizing, sections } = research
  return (
    <div className="card mb-5 px-4 py-3.5">
      <p role="status" className="sr-only">
        {announceResearch(research)}
      </p>
      <p aria-hidden="true" className="flex items-center gap-2 text-sm text-quiet">
        <span className="size-2 animate-pulse rounded-full bg-accent" />
        {askText(isPlanning ? 'planningReport' : isSummarizing ? 'writingSummary' : 'writingReport')}
      </p>
      {sections.length > 0 && (
        <ol aria-label={askText('plan')} className="mt-3 space-y-1.5">
          {sections.map((section, index) => (
            <li key={section.title} className="flex items-baseline gap-2 text-sm">
              <span className="w-5 shrink-0 text-right text-quiet tabular-nums">{index + 1}.</span>
              <span className="min-w-0 flex-1 break-words" dir="auto">
                {section.title}
              </span>
              <span className={`max-w-1/2 shrink-0 text-right break-words ${colorOf(section)}`}>
                {describeSection(section)}
              </span>
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}

function colorOf({ state }: ResearchSection): string {
  return state === 'done' || state === 'waiting' ? 'text-quiet' : 'text-accent'
}
