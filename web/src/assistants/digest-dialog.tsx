import type { Assistant } from '../../../sdk/src/operations.ts'
import { useApiQuery } from '../api/queries.ts'
import { Dialog } from '../components/dialog.tsx'
import { LazyMarkdown } from '../components/lazy-markdown.tsx'
import { QueryState } from '../components/query-state.tsx'

/** The digest as it would be told to me now. */
export function DigestDialog({ assistant, onClose }: { assistant: Assistant; onClose: () => void }) {
  return (
    <Dialog title={`Digest of ${assistant.name}`} onClose={onClose} width="max-w-2xl">
      <DigestContent assistant={assistant} />
    </Dialog>
  )
}

/** As the assistant is saved: opening it computes it. */
export function DigestContent({ assistant }: { assistant: Assistant }) {
  const digest = useApiQuery('digest', { assistantId: assistant.id })
  return (
    <>
      <p className="mb-4 text-sm text-quiet">
        What is new within {assistant.digestDays === 1 ? 'a day' : `${assistant.digestDays} days`}, out of
        what you may see.
      </p>
      <QueryState query={digest}>{(text) => <LazyMarkdown text={text} />}</QueryState>
    </>
  )
}
