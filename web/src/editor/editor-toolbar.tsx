import type { StateCommand } from '@codemirror/state'
import { type KeyboardEvent, useRef, useState } from 'react'
import { LineIcon } from '../components/icon.tsx'
import { editorText } from '../messages/editor.ts'
import {
  cycleHeading,
  insertCallout,
  insertLink,
  insertTable,
  toggleBulletList,
  toggleCode,
  toggleNumberedList,
  toggleQuote,
  toggleTaskList,
} from './block-commands.ts'
import type { Format } from './formats.ts'
import { toggleBold, toggleItalic } from './markdown-emphasis.ts'
import { addColumn, addRow, deleteColumn, deleteRow } from './table-commands.ts'

interface Tool {
  name: Parameters<typeof editorText>[0]
  icon: string
  /** The image button has none: it lets the person choose files. */
  command?: StateCommand
  /** Set for what the button switches on and off. */
  format?: Format
  /** As in `aria-keyshortcuts`, without Control or Meta. */
  keys?: string
  isShown?: (formats: readonly Format[]) => boolean
}

const isInTable = (formats: readonly Format[]) => formats.includes('table')

const tools: readonly Tool[] = [
  {
    name: 'bold',
    icon: 'M7 5h6a3.5 3.5 0 0 1 0 7H7zM7 12h7a3.500 3.500 0 0 1 0 7H7z',
    command: toggleBold,
    format: 'bold',
    keys: 'B',
  },
  { name: 'italic', icon: 'M10 5h7M7 19h7M14 5l-4 14', command: toggleItalic, format: 'italic', keys: 'I' },
  { name: 'heading', icon: 'M6 5v14M18 5v14M6 12h12', command: cycleHeading, format: 'heading', keys: 'Alt+2' },
  {
    name: 'bulletList',
    icon: 'M9 6h11M9 12h11M9 18h11M4.500 6h.01M4.500 12h.01M4.500 18h.01',
    command: toggleBulletList,
    format: 'bulletList',
    keys: 'Shift+8',
  },
  {
    name: 'numberedList',
    icon: 'M10 6h10M10 12h10M10 18h10M4 4.500l1.500-.5v4.500M4 15.500c2-1.500 3 0 2 1.200L4 19h2.500',
    command: toggleNumberedList,
    format: 'numberedList',
    keys: 'Shift+7',
  },
  {
    name: 'taskList',
    icon: 'M4 5h6v6H4zM13.500 8H20M4.500 17l2 2 3.500-4M13.500 17H20',
    command: toggleTaskList,
    format: 'taskList',
    keys: 'Shift+9',
  },
  { name: 'quote', icon: 'M5 5v14M10 7h9M10 12h9M10 17h6', command: toggleQuote, format: 'quote', keys: 'Shift+.' },
  {
    name: 'code',
    icon: 'M8.500 7 4 12l4.500 5M15.500 7l4.500 5-4.500 5',
    command: toggleCode,
    format: 'code',
    keys: 'E',
  },
  {
    name: 'link',
    icon: 'M10 14a4 4 0 0 0 6 .5l3-3a4.200 4.200 0 0 0-6-6l-1.200 1.200M14 10a4 4 0 0 0-6-.5l-3 3a4.200 4.200 0 0 0 6 6l1.200-1.200',
    command: insertLink,
    keys: 'Shift+K',
  },
  {
    name: 'table',
    icon: 'M4 5h16v14H4zM4 10h16M4 14.500h16M12 10v9',
    command: insertTable,
    isShown: (formats) => !isInTable(formats),
  },
  { name: 'addRow', icon: 'M4 5h16v6H4zM12 14.500v6M9 17.500h6', command: addRow, isShown: isInTable },
  { name: 'addColumn', icon: 'M5 4h6v16H5zM14.500 12h6M17.500 9v6', command: addColumn, isShown: isInTable },
  { name: 'deleteRow', icon: 'M4 5h16v6H4zM9 17.500h6', command: deleteRow, isShown: isInTable },
  { name: 'deleteColumn', icon: 'M5 4h6v16H5zM14.500 12h6', command: deleteColumn, isShown: isInTable },
  { name: 'image', icon: 'M4 5h16v14H4zM4 16l4.500-4.500 4 4 3-3 4.500 4.500M9 9.200h.01' },
  {
    name: 'callout',
    icon: 'M12 20.500a8.500 8.500 0 1 0 0-17 8.500 8.500 0 0 0 0 17zM12 11v5.500M12 7.800h.01',
    command: insertCallout,
  },
]

/** Buttons for formatting: one place in the order of Tab, arrow keys inside of it, Escape back to the text. */
export function EditorToolbar({
  formats,
  onRun,
  onFiles,
  onLeave,
}: {
  formats: readonly Format[]
  onRun: (command: StateCommand) => void
  onFiles: (files: File[]) => void
  onLeave: () => void
}) {
  const [current, setCurrent] = useState<Tool['name']>('bold')
  const root = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const shown = tools.filter(({ isShown }) => isShown?.(formats) ?? true)
  const stop = shown.some(({ name }) => name === current) ? current : 'bold'

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') return onLeave()
    const index = shown.findIndex(({ name }) => name === stop)
    const to = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: shown.length - 1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    const tool = shown[(to + shown.length) % shown.length]
    if (!tool) return
    setCurrent(tool.name)
    root.current?.querySelector<HTMLElement>(`[data-tool="${tool.name}"]`)?.focus()
  }

  return (
    <>
      <div
        ref={root}
        role="toolbar"
        aria-label={editorText('formatting')}
        aria-orientation="horizontal"
        tabIndex={-1}
        className="flex flex-wrap items-center gap-0.5 p-1"
        onKeyDown={onKeyDown}
      >
        {shown.map(({ name, icon, command, format, keys }) => (
          <button
            key={name}
            type="button"
            data-tool={name}
            className="button button-quiet button-icon shrink-0"
            aria-label={editorText(name)}
            aria-pressed={format && formats.includes(format)}
            aria-keyshortcuts={keys && `Control+${keys} Meta+${keys}`}
            title={keys ? `${editorText(name)} (${describeKeys(keys)})` : editorText(name)}
            tabIndex={name === stop ? 0 : -1}
            // Keeps the focus and the selection in the text.
            onMouseDown={(event) => event.preventDefault()}
            onFocus={() => setCurrent(name)}
            onClick={() => (command ? onRun(command) : input.current?.click())}
          >
            <LineIcon path={icon} size={17} />
          </button>
        ))}
      </div>
      <input
        ref={input}
        type="file"
        accept="image/*"
        multiple
        className="hidden"
        aria-label={editorText('image')}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])]
          // So that the same file can be chosen again.
          event.target.value = ''
          onFiles(files)
        }}
      />
    </>
  )
}

function describeKeys(keys: string): string {
  return /Mac|iPhone|iPad/.test(navigator.userAgent)
    ? `⌘${keys.replace('Shift+', '⇧').replace('Alt+', '⌥')}`
    : `Ctrl+${keys}`
}
