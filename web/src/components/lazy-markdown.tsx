import { lazy, Suspense } from 'react'
import { Loading } from './states.tsx'

const Loaded = lazy(() => import('./markdown.tsx').then((module) => ({ default: module.Markdown })))

/** Markdown on screens that can do without its parser until they have some. */
export function LazyMarkdown({ text }: { text: string }) {
  return (
    <Suspense fallback={<Loading />}>
      <Loaded text={text} />
    </Suspense>
  )
}
