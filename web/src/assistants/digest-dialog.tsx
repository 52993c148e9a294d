import type { Assistant } from '../../../sdk/src/operations.ts'
import { useApiQuery } from '../api/queries.ts'
import { Dialog } from '../components/dialog.tsx'
import { LazyDigest } from '../components/lazy-digest.tsx'
import { QueryState } from '../components/query-state.tsx'
import { assistantsText } from '../messages/assistants.ts'

/** Shows the current digest. */
export function DigestDialog({ assistant, onClose }: { assistant: Assistant; onClose: () => void }) {
  return (
    <Dialog title={assistantsText('digestTitle', { name: assistant.name })} onClose={onClose} width="max-w-2xl">
      <DigestContent assistant={assistant} />
    </Dialog>
  )
}

/** Computes the digest of the saved assistant when shown. */
export function DigestContent({ assistant }: { assistant: Assistant }) {
  const digest = useApiQuery('digest', { assistantId: assistant.id })
  return (
    <>
      <p className="mb-4 text-sm text-quiet">{assistantsText('digestLead', { count: assistant.digestDays })}</p>
      <QueryState query={digest}>{(text) => <LazyDigest text={text} />}</QueryState>
    </>
  )
}
