import { Component, type ReactNode, Suspense, useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { checkBuild } from '../api/build.ts'
import { commonText } from '../messages/common.ts'
import { Icon } from './icon.tsx'
import { ChunkLoadError, retryFailedChunks } from './lazy-component.tsx'
import { ReloadButton } from './update-prompt.tsx'

/** Shows a message with Retry in place of children that failed; the rest of the page goes on. Another address resets it. */
export function ErrorBoundary({ children }: { children: ReactNode }) {
  const [location] = useLocation()
  return <Boundary location={location}>{children}</Boundary>
}

/** Shows lazy components with their loading and their error state; an error inside stays inside. */
export function AsyncBoundary({ loading, children }: { loading?: ReactNode; children: ReactNode }) {
  return (
    <ErrorBoundary>
      <Suspense fallback={loading}>{children}</Suspense>
    </ErrorBoundary>
  )
}

class Boundary extends Component<{ location: string; children: ReactNode }, { error?: unknown }> {
  override state: { error?: unknown } = {}

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override componentDidUpdate(previous: { location: string }) {
    if (this.state.error !== undefined && previous.location !== this.props.location) this.reset()
  }

  reset = () => {
    retryFailedChunks()
    this.setState({ error: undefined })
  }

  override render() {
    const { error } = this.state
    if (error === undefined) return this.props.children
    return (
      <div className="mx-auto max-w-2xl px-6 py-10">
        {error instanceof ChunkLoadError ? (
          <LoadFailure onRetry={this.reset} />
        ) : (
          <Failure text={commonText('errorOnPage')} onRetry={this.reset} />
        )}
      </div>
    )
  }
}

/** Finds out whether an upgrade replaced the files of this page or the service is away. */
function LoadFailure({ onRetry }: { onRetry: () => void }) {
  const [build, setBuild] = useState<'checking' | 'current' | 'updated' | 'unreachable'>('checking')
  const check = async () => {
    const checked = await checkBuild()
    setBuild(checked)
    return checked
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per failure
  useEffect(() => void check(), [])

  if (build === 'checking') return null
  if (build === 'updated') {
    return (
      <div role="alert" className="card flex flex-wrap items-center gap-3 px-4 py-3">
        <p className="min-w-0 flex-1 basis-52">{commonText('updatedReload')}</p>
        <ReloadButton />
      </div>
    )
  }
  return (
    <Failure
      text={commonText(build === 'unreachable' ? 'errorUnreachable' : 'errorLoad')}
      onRetry={async () => {
        if ((await check()) === 'current') onRetry()
      }}
    />
  )
}

function Failure({ text, onRetry }: { text: string; onRetry: () => void }) {
  return (
    <div role="alert" className="card flex flex-wrap items-center gap-3 border-alarm/40 bg-alarm-soft px-4 py-3">
      <Icon name="alert" className="text-alarm" />
      <p className="min-w-0 flex-1 basis-52">{text}</p>
      <button type="button" className="button" onClick={onRetry}>
        {commonText('tryAgain')}
      </button>
    </div>
  )
}
