import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { Link, useLocation } from 'wouter'
import { signInPath, useHasSessionEnded } from '../api/session.ts'
import { useDrafts } from '../drafts/drafts-provider.tsx'
import { commonText } from '../messages/common.ts'
import { shellText } from '../messages/shell.ts'

/** Notices above every screen: the session has ended, or notes on other screens are not saved yet. */
export function PageNotices() {
  return (
    <>
      <SessionEndNotice />
      <UnsavedNotes />
    </>
  )
}

/** Asks to sign in again without leaving the page: what was typed stays in its place. */
function SessionEndNotice() {
  const hasEnded = useHasSessionEnded()
  const queryClient = useQueryClient()
  useEffect(() => {
    if (!hasEnded) return
    const check = () => void queryClient.invalidateQueries({ queryKey: ['me'] })
    window.addEventListener('focus', check)
    document.addEventListener('visibilitychange', check)
    return () => {
      window.removeEventListener('focus', check)
      document.removeEventListener('visibilitychange', check)
    }
  }, [hasEnded, queryClient])
  if (!hasEnded) return null
  return (
    <p role="alert" className="border-b border-line bg-warn-soft px-5 py-2 text-sm">
      {shellText('sessionEnded')}{' '}
      <a className="link" href={signInPath()} target="_blank" rel="noreferrer">
        {shellText('signInAgain')}
      </a>{' '}
      {shellText('signInAgainHint')}
    </p>
  )
}

function UnsavedNotes() {
  const { sessions } = useDrafts()
  const [location] = useLocation()
  const unsaved = useSyncExternalStore(sessions.subscribe, sessions.getUnsaved)
  const elsewhere = unsaved.filter((session) => {
    const { status } = session.getState()
    const isStuck = status === 'waiting' || status === 'conflict' || status === 'refused'
    return isStuck && location !== notePath(session.noteId)
  })
  if (elsewhere.length === 0) return null
  return (
    <p role="status" className="border-b border-line bg-sunken px-5 py-2 text-sm">
      {shellText('unsavedNotes')}{' '}
      {elsewhere.map((session, index) => (
        <span key={session.noteId}>
          {index > 0 && ', '}
          <Link className="link" href={notePath(session.noteId)}>
            {session.getState().title.trim() || commonText('untitled')}
          </Link>
        </span>
      ))}
    </p>
  )
}

function notePath(noteId: string): string {
  return `/notes/${encodeURIComponent(noteId)}`
}
