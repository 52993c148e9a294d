import { AsyncBoundary } from './error-boundary.tsx'
import { lazyComponent } from './lazy-component.tsx'
import { LoadingSkeleton } from './query-state.tsx'

const AsyncMarkdown = lazyComponent(() => import('./markdown.tsx').then((module) => module.Markdown))

/** Loads the Markdown parser only when there is Markdown to show. */
export function LazyMarkdown({ text }: { text: string }) {
  return (
    <AsyncBoundary loading={<LoadingSkeleton />}>
      <AsyncMarkdown text={text} />
    </AsyncBoundary>
  )
}
