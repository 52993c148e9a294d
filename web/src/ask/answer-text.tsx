import { Fragment } from 'react'
import type { CitedSource } from '../../../sdk/src/operations.ts'
import { TableScroll } from '../components/table-scroll.tsx'
import { CitationChip } from './citation-chip.tsx'
import { joinCitations } from './join-citations.ts'
import { type AnswerBlock, type AnswerTable, parseAnswer } from './parse-answer.ts'
import type { InlineNode } from './parse-inline.ts'

/** Renders an answer as elements and text nodes, never as markup; its citation numbers open the source. */
export function AnswerText({
  answer,
  sources,
  isStreaming,
  openSourceNumber,
  onOpenSource,
}: {
  answer: string
  sources: readonly (CitedSource | undefined)[]
  isStreaming: boolean
  openSourceNumber?: number | undefined
  onOpenSource: (number: number) => void
}) {
  const renderNode = (node: InlineNode, key: number) => {
    switch (node.kind) {
      case 'text':
        return <Fragment key={key}>{node.text}</Fragment>
      case 'citation':
        return (
          <CitationChip
            key={key}
            number={node.number}
            source={sources[node.number - 1]}
            answer={answer}
            isOpen={openSourceNumber === node.number}
            onOpen={() => onOpenSource(node.number)}
          />
        )
      case 'code':
        return <code key={key}>{node.text}</code>
      case 'strong':
        return <strong key={key}>{node.text}</strong>
      case 'emphasis':
        return <em key={key}>{node.text}</em>
    }
  }
  const renderInline = (nodes: readonly InlineNode[]) =>
    joinCitations(nodes).map((node, index) =>
      node.kind === 'cited' ? (
        // biome-ignore lint/suspicious/noArrayIndexKey: nodes are only appended
        <span key={index} className="whitespace-nowrap">
          {node.parts.map(renderNode)}
        </span>
      ) : (
        renderNode(node, index)
      ),
    )

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
      {parseAnswer(answer, sources.length, { isStreaming }).map(renderBlock)}
    </div>
  )
}
