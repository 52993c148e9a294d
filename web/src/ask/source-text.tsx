import { useEffect, useMemo } from 'react'
import type { CitedSource } from '../../../sdk/src/operations.ts'
import { useApiQuery } from '../api/queries.ts'
import type { Support } from '../components/highlight.ts'
import { highlightNodes } from '../components/highlight-nodes.tsx'
import { renderMarkdown } from '../components/markdown.tsx'
import { PassageList } from '../components/passage-list.tsx'
import { QueryState } from '../components/query-state.tsx'
import { useScrollToMark } from '../components/use-scroll-to-mark.ts'
import { askText } from '../messages/ask.ts'

/**
 * Shows the text of a source as its note does, scrolled to the text that supports the answer, which is marked. Tells the id of
 * the heading above it.
 */
export function SourceText({
  source,
  support,
  onSection,
}: {
  source: CitedSource
  support: Support
  onSection: (headingId: string) => void
}) {
  if (source.documentId === null)
    return <PassageList passages={[{ heading: '', text: support.explanation }]} support={support} />
  if (source.page !== undefined) return <PagedText documentId={source.documentId} support={support} />
  return <WholeText source={source} support={support} onSection={onSection} />
}

/** The pages of a file are known only for its passages. */
function PagedText({ documentId, support }: { documentId: string; support: Support }) {
  const document = useApiQuery('readDocument', { id: documentId })
  return (
    <QueryState query={document}>{(data) => <PassageList passages={data.passages} support={support} />}</QueryState>
  )
}

function WholeText({
  source: { id, rootId },
  support,
  onSection,
}: {
  source: CitedSource
  support: Support
  onSection: (headingId: string) => void
}) {
  const content = useApiQuery('readContent', { id, ...(rootId !== undefined && { rootId }) })
  return (
    <QueryState query={content}>
      {({ content: text }) => <MarkedMarkdown text={text} support={support} onSection={onSection} />}
    </QueryState>
  )
}

function MarkedMarkdown({
  text,
  support,
  onSection,
}: {
  text: string
  support: Support
  onSection: (headingId: string) => void
}) {
  const root = useScrollToMark()
  const rendered = useMemo(() => renderMarkdown(text), [text])
  const { nodes, isFound } = useMemo(() => highlightNodes(rendered, support), [rendered, support])
  useEffect(() => onSection(root.current ? findMarkedSection(root.current) : ''), [root, onSection])
  return (
    <>
      {!isFound && support.explanation.trim() !== '' && (
        <div className="card mb-4 bg-sunken px-4 py-3 text-sm">
          <p className="text-quiet">{askText('changedSince')}</p>
          <p className="mt-1 line-clamp-6 break-words whitespace-pre-line" dir="auto">
            {support.explanation}
          </p>
        </div>
      )}
      <div ref={root} className="prose" dir="auto">
        {nodes}
      </div>
    </>
  )
}

/** Returns the id of the heading above the first mark; empty where there is none. */
function findMarkedSection(root: Element): string {
  const parts = [...root.querySelectorAll('[id^=section-], mark')]
  const before = parts.slice(0, parts.findIndex((part) => part.localName === 'mark') + 1)
  return before.findLast(({ id }) => id !== '')?.id ?? ''
}
