import { lazy, Suspense } from 'react'
import { LoadingSkeleton } from './query-state.tsx'

const AsyncMarkdown = lazy(() => import('./markdown.tsx').then((module) => ({ default: module.Markdown })))

/** Markdown on screens that can do without its parser until they have some. */
export function LazyMarkdown({ text }: { text: string }) {
  return (
    <Suspense fallback={<LoadingSkeleton />}>
      <AsyncMarkdown text={text} />
    </Suspense>
  )
}
