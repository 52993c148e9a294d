/** Characters at the end that are never cut off. */
const keptEndLength = 12

/**
 * Shows where something is, on one line. What doesn't fit is cut out of the middle: first out of the parts above, then out
 * of the last part, whose end always stays.
 */
export function PathText({
  parts,
  separator = ' › ',
  className = '',
}: {
  parts: readonly string[]
  separator?: string
  className?: string
}) {
  const full = parts.join(separator)
  if (full === '') return null
  const { above, start, end } = splitPath(parts, separator)
  return (
    <span className={`block min-w-0 ${className}`} title={full}>
      <span className="sr-only">{full}</span>
      {/* Where there's no room for a few letters of the parts above, they wrap to a second line, which is hidden. */}
      <span
        className="flex h-[1lh] min-w-0 flex-wrap-reverse content-end overflow-hidden"
        aria-hidden="true"
        dir="auto"
      >
        <Piece text={above} className="max-w-max flex-[1_1_4em]" />
        {/* It shrinks only where nothing of the parts above is left: even a fraction of a pixel would show an ellipsis. */}
        <span className="flex max-w-full shrink-0">
          <Piece text={start} />
          <Piece text={end} className="shrink-0" />
        </span>
      </span>
    </span>
  )
}

/** Drawn from an attribute, so that the page contains the text once. */
function Piece({ text, className = '' }: { text: string; className?: string }) {
  if (text === '') return null
  return (
    <span
      data-text={text}
      className={`min-w-0 truncate whitespace-pre before:content-[attr(data-text)] ${className}`}
    />
  )
}

/** Splits a path into the parts above the last one, and the start and end of the last one. */
export function splitPath(parts: readonly string[], separator: string): { above: string; start: string; end: string } {
  const last = [...(parts.at(-1) ?? '')]
  const endLength = Math.min(keptEndLength, Math.floor(last.length / 2))
  return {
    above: parts.length > 1 ? parts.slice(0, -1).join(separator) + separator : '',
    start: last.slice(0, last.length - endLength).join(''),
    end: last.slice(last.length - endLength).join(''),
  }
}
