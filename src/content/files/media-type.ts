/** Types that browsers show and that cannot run anything. SVG and HTML can, so they are downloads like all others. */
const imageSignatures = {
  'image/png': [[0, '\u0089PNG\r\n\u001a\n']],
  'image/jpeg': [[0, '\u00ff\u00d8\u00ff']],
  'image/gif': [[0, 'GIF8']],
  'image/webp': [
    [0, 'RIFF'],
    [8, 'WEBP'],
  ],
} as const satisfies Record<string, readonly (readonly [offset: number, bytes: string])[]>

/** Returns the type that a file is served with: by its content, never by its name or what the sender says. */
export function mediaTypeOf(bytes: Uint8Array): string {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(1024, bytes.length)).toString('latin1')
  for (const [type, signature] of Object.entries(imageSignatures))
    if (signature.every(([offset, expected]) => start.startsWith(expected, offset))) return type
  return start.includes('%PDF-') ? 'application/pdf' : 'application/octet-stream'
}

export function isImageType(mediaType: string): boolean {
  return mediaType in imageSignatures
}

/** Tells whether a browser can show files of this type; others are downloads. */
export function isShownInline(mediaType: string): boolean {
  return mediaType === 'application/pdf' || isImageType(mediaType)
}
