import type { Token } from 'markdown-it'
import { commonText } from '../messages/common.ts'
import { withoutStart } from './inline-tokens.ts'

/** Returns what a list item with a tick box shows: its state, its text as a label, and its tokens without the box. */
export function findTask(inside: readonly Token[]): { isDone: boolean; label: string; inside: Token[] } | undefined {
  const inline = inside[1]
  const [first, ...others] = inline?.children ?? []
  if (inside[0]?.type !== 'paragraph_open' || inline?.type !== 'inline' || first?.type !== 'text') return undefined
  const box = /^\[([ xX])\]\s+/.exec(first.content)
  if (!box) return undefined
  const text = Object.assign(Object.create(first), { content: first.content.slice(box[0].length) })
  return {
    isDone: box[1] !== ' ',
    label:
      [text, ...others]
        .map((token) => token.content)
        .join('')
        .trim() || commonText('task'),
    inside: withoutStart(inside, 1, [text, ...others]),
  }
}

/** The start of a line with a task, up to the state in its box. */
const beforeBox = /^[ \t>]*(?:(?:[-*+]|\d+[.)])[ \t]+)+\[(?=[ xX]\][ \t])/

/** Ticks or clears the task on a line, and changes nothing else; undefined if there is none. */
export function toggleTaskOnLine(text: string, line: number): string | undefined {
  let start = 0
  for (let skipped = 0; skipped < line; skipped += 1) {
    const lineBreak = /\r\n?|\n/.exec(text.slice(start))
    if (!lineBreak) return undefined
    start += lineBreak.index + lineBreak[0].length
  }
  const before = beforeBox.exec(text.slice(start))?.[0]
  if (before === undefined) return undefined
  const box = start + before.length
  return `${text.slice(0, box)}${text[box] === ' ' ? 'x' : ' '}${text.slice(box + 1)}`
}

/** Tells whether two texts differ in nothing but the states of their tasks. */
export function isSameApartFromTasks(one: string, other: string): boolean {
  return clearTasks(one) === clearTasks(other)
}

function clearTasks(text: string): string {
  return text.replace(new RegExp(`(${beforeBox.source}).`, 'gm'), '$1 ')
}
