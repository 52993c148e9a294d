import { Fragment } from 'react'
import { SafeLink } from '../components/safe-link.tsx'
import { type AnswerBlock, type InlineNode, parseAnswer } from './parse-answer.ts'

/** An answer, built of elements and text nodes; its numbers open the source. */
export function AnswerText({
  answer,
  titles,
  isComing,
  openNumber,
  onOpen,
}: {
  answer: string
  titles: readonly string[]
  isComing: boolean
  openNumber?: number | undefined
  onOpen: (number: number) => void
}) {
  const inline = (pieces: readonly InlineNode[]) =>
    pieces.map((piece, index) => {
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces only ever grow at the end
      if (piece.kind === 'text') return <Fragment key={index}>{piece.text}</Fragment>
      if (piece.kind === 'citation') {
        return (
          <button
            // biome-ignore lint/suspicious/noArrayIndexKey: pieces only ever grow at the end
            key={index}
            type="button"
            className="citation"
            aria-expanded={openNumber === piece.number}
            aria-label={`Source ${piece.number}: ${titles[piece.number - 1] ?? ''}`}
            onClick={() => onOpen(piece.number)}
          >
            {piece.number}
          </button>
        )
      }
      if (piece.kind === 'link') {
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: pieces only ever grow at the end
          <SafeLink key={index} href={piece.href}>
            {piece.text}
          </SafeLink>
        )
      }
      const Tag = { strong: 'strong', emphasis: 'em', code: 'code' }[piece.kind] as 'strong' | 'em' | 'code'
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces only ever grow at the end
      return <Tag key={index}>{piece.text}</Tag>
    })

  const block = (one: AnswerBlock, index: number) => {
    switch (one.kind) {
      case 'paragraph':
        return <p key={index}>{inline(one.inline)}</p>
      case 'heading':
        return <h3 key={index}>{inline(one.inline)}</h3>
      case 'code':
        return (
          <pre key={index}>
            <code>{one.text}</code>
          </pre>
        )
      case 'list': {
        const Tag = one.isOrdered ? 'ol' : 'ul'
        return (
          <Tag key={index}>
            {one.items.map((item, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: items only ever grow at the end
              <li key={at}>{inline(item)}</li>
            ))}
          </Tag>
        )
      }
    }
  }

  return (
    <div className={`prose ${isComing ? 'caret' : ''}`} dir="auto">
      {parseAnswer(answer, titles.length).map(block)}
    </div>
  )
}
