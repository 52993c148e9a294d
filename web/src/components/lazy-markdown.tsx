import { lazy, Suspense } from 'react'
import { LoadingSkeleton } from './query-state.tsx'

const AsyncMarkdown = lazy(() => import('./markdown.tsx').then((module) => ({ default: module.Markdown })))

/** Loads the Markdown parser only when there is Markdown to show. */
export function LazyMarkdown({ text }: { text: string }) {
  return (
    <Suspense fallback={<LoadingSkeleton />}>
      <AsyncMarkdown text={text} />
    </Suspense>
  )
}
