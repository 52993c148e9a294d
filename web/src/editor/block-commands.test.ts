import { describe, expect, test } from 'vitest'
import {
  cycleHeading,
  insertCallout,
  insertCodeBlock,
  insertLink,
  insertRule,
  insertTable,
  toggleBulletList,
  toggleCode,
  toggleHeading,
  toggleNumberedList,
  toggleQuote,
  toggleTask,
  toggleTaskList,
} from './block-commands.ts'
import { runCommand } from './command-notation.ts'

describe('commands on lines', () => {
  test.each([
    ['heading', toggleHeading(2), 'one¦', '## one¦', 'one¦'],
    ['bulleted list', toggleBulletList, '⟦one\ntwo⟧', '- ⟦one\n- two⟧', '⟦one\ntwo⟧'],
    ['numbered list', toggleNumberedList, '⟦one\n\ntwo⟧', '1. ⟦one\n\n2. two⟧', '⟦one\n\ntwo⟧'],
    ['task list', toggleTaskList, '¦', '- [ ] ¦', '¦'],
    ['quotation', toggleQuote, 'o¦ne', '> o¦ne', 'o¦ne'],
  ])('%s: a second press takes it back', (_, command, before, after, back) => {
    expect(runCommand(command, before)).toBe(after)
    expect(runCommand(command, after)).toBe(back)
  })

  test('one kind of list replaces another, and keeps the indentation', () => {
    expect(runCommand(toggleNumberedList, '⟦- one\n  - [x] two⟧')).toBe('⟦1. one\n  2. two⟧')
    expect(runCommand(toggleTaskList, '## one¦')).toBe('- [ ] one¦')
    expect(runCommand(toggleBulletList, '> one¦')).toBe('> - one¦')
  })

  test('the heading button steps through two levels', () => {
    expect(runCommand(cycleHeading, 'a¦')).toBe('## a¦')
    expect(runCommand(cycleHeading, '## a¦')).toBe('### a¦')
    expect(runCommand(cycleHeading, '### a¦')).toBe('a¦')
  })

  test('a selection up to the start of a line leaves that line alone', () => {
    expect(runCommand(toggleBulletList, '⟦one\n⟧two')).toBe('- ⟦one\n⟧two')
  })

  test('tasks are ticked and cleared', () => {
    expect(runCommand(toggleTask, '- [ ] a¦')).toBe('- [x] a¦')
    expect(runCommand(toggleTask, '  1. [X] a¦')).toBe('  1. [ ] a¦')
    expect(runCommand(toggleTask, '⟦- [x] a\n- [ ] b⟧')).toBe('⟦- [x] a\n- [x] b⟧')
    expect(runCommand(toggleTask, 'a [ ] b¦')).toBe('a [ ] b¦')
  })
})

describe('commands that insert', () => {
  test('a callout, after a blank line', () => {
    expect(runCommand(insertCallout, '¦')).toBe('> [!NOTE]\n> ¦')
    expect(runCommand(insertCallout, 'text\n⟦one\ntwo⟧')).toBe('text\n\n> [!NOTE]\n> ⟦one\n> two⟧')
  })

  test('code: words inline, lines as a block with a fence that they do not contain', () => {
    expect(runCommand(toggleCode, 'a ⟦word⟧ b')).toBe('a `⟦word⟧` b')
    expect(runCommand(toggleCode, 'a `⟦word⟧` b')).toBe('a ⟦word⟧ b')
    expect(runCommand(toggleCode, '⟦one\ntwo⟧')).toBe('```\n⟦one\ntwo⟧\n```')
    expect(runCommand(insertCodeBlock, '⟦a ``` b⟧')).toBe('````\n⟦a ``` b⟧\n````')
  })

  test('a link: what is missing is selected', () => {
    expect(runCommand(insertLink, 'see ⟦this⟧')).toBe('see [this](⟦https://⟧)')
    expect(runCommand(insertLink, '⟦https://example.com⟧')).toBe('[⟦text⟧](https://example.com)')
    expect(runCommand(insertLink, '¦')).toBe('[⟦text⟧](https://)')
  })

  test('a table and a rule, as lines of their own', () => {
    expect(runCommand(insertTable, 'text¦')).toBe('text\n\n| ⟦Column⟧ | Column |\n| --- | --- |\n|  |  |')
    expect(runCommand(insertTable, '¦\nbelow')).toBe('| ⟦Column⟧ | Column |\n| --- | --- |\n|  |  |\n\nbelow')
    expect(runCommand(insertRule, 'text¦')).toBe('text\n\n---\n\n¦')
  })
})
