import { Fragment } from 'react'
import { TableScroll } from '../components/table-scroll.tsx'
import { type AnswerBlock, type AnswerTable, parseAnswer } from './parse-answer.ts'
import type { InlineNode } from './parse-inline.ts'

/** Renders an answer as elements and text nodes, never as markup; its citation numbers open the source. */
export function AnswerText({
  answer,
  titles,
  isStreaming,
  openSourceNumber,
  onOpenSource,
}: {
  answer: string
  titles: readonly string[]
  isStreaming: boolean
  openSourceNumber?: number | undefined
  onOpenSource: (number: number) => void
}) {
  const renderInline = (nodes: readonly InlineNode[]) =>
    nodes.map((node, index) => {
      // biome-ignore lint/suspicious/noArrayIndexKey: nodes are only appended
      if (node.kind === 'text') return <Fragment key={index}>{node.text}</Fragment>
      if (node.kind === 'citation') {
        return (
          <button
            // biome-ignore lint/suspicious/noArrayIndexKey: nodes are only appended
            key={index}
            type="button"
            className="citation"
            aria-expanded={openSourceNumber === node.number}
            aria-label={`Source ${node.number}: ${titles[node.number - 1] ?? ''}`}
            onClick={() => onOpenSource(node.number)}
          >
            {node.number}
          </button>
        )
      }
      const Tag = { strong: 'strong', emphasis: 'em', code: 'code' }[node.kind] as 'strong' | 'em' | 'code'
      // biome-ignore lint/suspicious/noArrayIndexKey: nodes are only appended
      return <Tag key={index}>{node.text}</Tag>
    })

  const renderBlock = (block: AnswerBlock, index: number) => {
    switch (block.kind) {
      case 'paragraph':
        return <p key={index}>{renderInline(block.inline)}</p>
      case 'heading':
        // Below the question, which is a heading of level 2.
        return block.level > 2 ? (
          <h4 key={index}>{renderInline(block.inline)}</h4>
        ) : (
          <h3 key={index}>{renderInline(block.inline)}</h3>
        )
      case 'code':
        return (
          <pre key={index}>
            <code>{block.text}</code>
          </pre>
        )
      case 'list': {
        const items = block.items.map(({ inline, children }, position) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: items are only appended
          <li key={position}>
            {renderInline(inline)}
            {children.map(renderBlock)}
          </li>
        ))
        return block.isOrdered ? (
          <ol key={index} start={block.start}>
            {items}
          </ol>
        ) : (
          <ul key={index}>{items}</ul>
        )
      }
      case 'table':
        return (
          <TableScroll key={index}>
            {block.header.some((cell) => cell.length > 0) && (
              <thead>
                <tr>{block.header.map(renderColumnName)}</tr>
              </thead>
            )}
            <tbody>{block.rows.map(renderRow)}</tbody>
          </TableScroll>
        )
    }
  }

  const renderColumnName = (cell: readonly InlineNode[], column: number) =>
    cell.length > 0 ? (
      <th key={column} scope="col">
        {renderInline(cell)}
      </th>
    ) : (
      <td key={column} />
    )

  const renderRow = (cells: AnswerTable['rows'][number], row: number) => (
    <tr key={row}>
      {cells.map((cell, column) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows and cells are only appended
        <td key={column}>{renderInline(cell)}</td>
      ))}
    </tr>
  )

  return (
    <div className={`prose ${isStreaming ? 'caret' : ''}`} dir="auto">
      {parseAnswer(answer, titles.length, { isStreaming }).map(renderBlock)}
    </div>
  )
}
