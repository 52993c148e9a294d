import { type ReactNode, useState } from 'react'
import { announceSignOut } from '../api/session.ts'
import { useDrafts } from '../drafts/drafts-provider.tsx'
import { shellText } from '../messages/shell.ts'
import { forgetRecentNotes } from '../notes/recent-notes.ts'
import { ConfirmDialog } from './dialog.tsx'
import { Icon } from './icon.tsx'
import { useToast } from './toast.tsx'

export function SignOutButton() {
  const { start, question } = useSignOut()
  return (
    <>
      <button
        type="button"
        className="button button-quiet button-icon"
        aria-label={shellText('signOut')}
        title={shellText('signOut')}
        onClick={start}
      >
        <Icon name="signOut" />
      </button>
      {question}
    </>
  )
}

/**
 * Returns a function that ends the session and deletes the drafts of all tabs from this device, and the question that it
 * asks first if changes of notes could not be saved.
 */
export function useSignOut(): { start: () => Promise<void>; question: ReactNode } {
  const drafts = useDrafts()
  const showToast = useToast()
  const [isAsking, setIsAsking] = useState(false)
  const [isPending, setIsPending] = useState(false)

  const start = async () => {
    await drafts.sessions.flush()
    if (await drafts.hasUnsavedNotes()) setIsAsking(true)
    else await signOut()
  }
  const signOut = async () => {
    setIsPending(true)
    const hasSignedOut = await endSession()
    setIsPending(false)
    if (!hasSignedOut) {
      setIsAsking(false)
      showToast(shellText('signOutFailed'))
      return
    }
    await drafts.clear()
    forgetRecentNotes()
    announceSignOut()
    // A new page also clears the data of the signed-out person from memory.
    location.assign('/sign-in')
  }
  const question = isAsking && (
    <ConfirmDialog
      title={shellText('signOutUnsaved')}
      confirmLabel={shellText('signOut')}
      mutation={{ isPending, error: undefined }}
      onConfirm={signOut}
      onClose={() => setIsAsking(false)}
    >
      <p>{shellText('signOutUnsavedHint')}</p>
    </ConfirmDialog>
  )
  return { start, question }
}

/** The answer is a redirect to the sign-in page, which is not followed. */
async function endSession(): Promise<boolean> {
  try {
    const response = await fetch('/sign-out', { method: 'POST', redirect: 'manual' })
    return response.ok || response.type === 'opaqueredirect'
  } catch {
    return false
  }
}
