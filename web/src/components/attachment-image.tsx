import { useState } from 'react'
import { commonText } from '../messages/common.ts'

/** A picture of this service within a text. It names itself where it can't be shown, for example after it was deleted. */
export function AttachmentImage({ path, alt }: { path: string; alt: string }) {
  const [isMissing, setIsMissing] = useState(false)
  if (isMissing)
    return (
      <span className="text-quiet">{commonText('pictureMissing', { name: alt || commonText('untitledPicture') })}</span>
    )
  return (
    <a href={path} target="_blank" rel="noopener" className="attached-image">
      <img src={path} alt={alt || commonText('picture')} loading="lazy" onError={() => setIsMissing(true)} />
    </a>
  )
}
