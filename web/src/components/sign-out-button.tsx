import { useState } from 'react'
import { announceSignOut } from '../api/session.ts'
import { useDrafts } from '../drafts/drafts-provider.tsx'
import { ConfirmDialog } from './dialog.tsx'
import { Icon } from './icon.tsx'
import { useToast } from './toast.tsx'

/** Ends the session and deletes the drafts from this device; asks first if some of them could not be saved. */
export function SignOutButton() {
  const drafts = useDrafts()
  const showToast = useToast()
  const [isAsking, setIsAsking] = useState(false)
  const [isPending, setIsPending] = useState(false)

  const start = async () => {
    await drafts.sessions.flush()
    if (drafts.sessions.getUnsaved().length > 0) setIsAsking(true)
    else await signOut()
  }
  const signOut = async () => {
    setIsPending(true)
    const hasSignedOut = await endSession()
    setIsPending(false)
    if (!hasSignedOut) {
      setIsAsking(false)
      showToast('Can’t reach the service. You’re still signed in.')
      return
    }
    await drafts.clear()
    announceSignOut()
    // A new page also clears the data of the signed-out person from memory.
    location.assign('/sign-in')
  }
  return (
    <>
      <button
        type="button"
        className="button button-quiet button-icon"
        aria-label="Sign out"
        title="Sign out"
        onClick={start}
      >
        <Icon name="signOut" />
      </button>
      {isAsking && (
        <ConfirmDialog
          title="Sign out and lose unsaved changes?"
          confirmLabel="Sign out"
          mutation={{ isPending, error: undefined }}
          onConfirm={signOut}
          onClose={() => setIsAsking(false)}
        >
          <p>
            Some of your changes are only kept on this device. Signing out deletes them from here. Stay signed in until
            they’re saved.
          </p>
        </ConfirmDialog>
      )}
    </>
  )
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
