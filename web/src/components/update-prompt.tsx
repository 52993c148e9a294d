import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { checkBuild } from '../api/build.ts'
import { commonText } from '../messages/common.ts'

const minCheckIntervalMs = 60_000

/** Offers to reload when the service was upgraded while this page was open. Looks on return to the page and on navigation. */
export function UpdatePrompt() {
  const [location] = useLocation()
  const [isUpdated, setIsUpdated] = useState(false)
  const [checkedAt, setCheckedAt] = useState(() => Date.now())

  // biome-ignore lint/correctness/useExhaustiveDependencies: opening another screen is an occasion to look
  useEffect(() => {
    const check = () => {
      if (document.visibilityState === 'hidden' || Date.now() - checkedAt < minCheckIntervalMs) return
      setCheckedAt(Date.now())
      void checkBuild().then((build) => setIsUpdated(build === 'updated'))
    }
    check()
    document.addEventListener('visibilitychange', check)
    window.addEventListener('focus', check)
    return () => {
      document.removeEventListener('visibilitychange', check)
      window.removeEventListener('focus', check)
    }
  }, [location, checkedAt])

  if (!isUpdated) return null
  return (
    <div
      role="status"
      className="card fixed right-4 bottom-4 left-4 z-40 flex flex-wrap items-center gap-3 px-4 py-3 shadow-(--shadow) sm:left-auto"
    >
      <p className="min-w-0 flex-1">{commonText('updated')}</p>
      <button type="button" className="button button-quiet" onClick={() => setIsUpdated(false)}>
        {commonText('later')}
      </button>
      <ReloadButton />
    </div>
  )
}

/** Loads the new version of the app. What was typed is kept on this device meanwhile. */
export function ReloadButton() {
  return (
    <button type="button" className="button button-primary" onClick={() => location.reload()}>
      {commonText('reload')}
    </button>
  )
}
