import { AsyncBoundary } from './error-boundary.tsx'
import { lazyComponent } from './lazy-component.tsx'
import { LoadingSkeleton } from './query-state.tsx'

const AsyncMarkdown = lazyComponent(() => import('./markdown.tsx').then((module) => module.Markdown))

/** Shows a digest. Loads the Markdown parser only when there is one to show. */
export function LazyDigest({ text }: { text: string }) {
  return (
    <AsyncBoundary loading={<LoadingSkeleton />}>
      <AsyncMarkdown text={text} hasAutolinks={false} />
    </AsyncBoundary>
  )
}
