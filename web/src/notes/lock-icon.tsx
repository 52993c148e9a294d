import { Icon } from '../components/icon.tsx'
import { sharingText } from '../messages/sharing.ts'

/** Marks a note that not everyone in the organization can see. */
export function LockIcon({ isPrivate = false, size = 14 }: { isPrivate?: boolean; size?: number }) {
  const text = sharingText(isPrivate ? 'private' : 'restricted')
  return (
    <span role="img" aria-label={text} title={text} className="inline-block align-middle text-quiet">
      <Icon name="lock" size={size} />
    </span>
  )
}
