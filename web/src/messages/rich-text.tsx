import { Fragment, type ReactNode } from 'react'

/**
 * Renders a text of the catalogue with elements in it: `parts.link` renders the words between `<link>` and `</link>`. A
 * translation can so move a link within its sentence.
 */
export function RichText({ text, parts }: { text: string; parts: Record<string, (words: string) => ReactNode> }) {
  // Split by a pattern with two groups: plain text, name, words, plain text, …
  const pieces = text.split(/<(\w+)>(.*?)<\/\1>/)
  return pieces.map((piece, index) => {
    const name = pieces[index - 1] ?? ''
    const shown = index % 3 === 0 ? piece : index % 3 === 2 ? (parts[name]?.(piece) ?? piece) : null
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text keep their order
    return <Fragment key={index}>{shown}</Fragment>
  })
}
