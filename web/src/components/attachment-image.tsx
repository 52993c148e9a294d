import { useState } from 'react'

/** A picture of this service within a text. It names itself where it can't be shown, for example after it was deleted. */
export function AttachmentImage({ path, alt }: { path: string; alt: string }) {
  const [isMissing, setIsMissing] = useState(false)
  if (isMissing) return <span className="text-quiet">{`Picture not available: ${alt || 'untitled'}`}</span>
  return (
    <a href={path} target="_blank" rel="noopener" className="attached-image">
      <img src={path} alt={alt || 'Picture'} loading="lazy" onError={() => setIsMissing(true)} />
    </a>
  )
}
