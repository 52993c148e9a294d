import { Link } from 'wouter'
import { Icon } from '../components/icon.tsx'
import { ErrorAlert } from '../components/query-state.tsx'
import { askText } from '../messages/ask.ts'
import type { SampleImport } from './use-sample-import.ts'

/** Shows the import of the sample handbook after set-up: its progress, its end or its failure. */
export function SampleProgress({ sample: { state, notes, error, refetch } }: { sample: SampleImport }) {
  if (state === 'none') return null
  if (state === 'unknown') return <ErrorAlert error={error} onRetry={refetch} />
  if (state === 'failed')
    return (
      <p role="alert" className="card mb-4 bg-alarm-soft px-4 py-3">
        {askText('sampleFailed')}{' '}
        <Link href="/settings/jobs" className="link">
          {askText('sampleFailedAction')}
        </Link>
      </p>
    )
  return (
    <div role="status" className="card mb-4 px-4 py-3">
      {state === 'done' ? (
        <p className="flex items-center gap-2">
          <Icon name="check" size={16} className="text-accent" />
          <span>
            {askText('sampleDone', { notes })}{' '}
            <Link href="/notes" className="link">
              {askText('readSample')}
            </Link>
          </span>
        </p>
      ) : (
        <>
          <p>{notes === 0 ? askText('sampleStarting') : askText('sampleRunning', { notes })}</p>
          <div className="mt-2.5 h-1.5 overflow-hidden rounded-full bg-sunken">
            <div className="sync-progress h-full w-1/3 rounded-full bg-accent" />
          </div>
        </>
      )}
    </div>
  )
}
