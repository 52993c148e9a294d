import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'

export interface MenuItem {
  label: ReactNode
  onSelect: () => void
  isDanger?: boolean
  isChecked?: boolean
}

/** A button that opens a list of actions: arrow keys move, Enter selects, Escape or a click outside closes it. */
export function Menu({
  button,
  label,
  items,
  className = 'button button-quiet button-icon',
  align = 'right',
  up = false,
}: {
  button: ReactNode
  label?: string
  items: readonly MenuItem[]
  className?: string
  align?: 'left' | 'right'
  up?: boolean
}) {
  const [isOpen, setIsOpen] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const id = useId()
  const hasChoice = items.some((item) => item.isChecked !== undefined)

  useEffect(() => {
    if (!isOpen) return
    const first =
      root.current?.querySelector<HTMLElement>('[aria-checked="true"]') ??
      root.current?.querySelector<HTMLElement>('[role^="menuitem"]')
    first?.focus({ preventScroll: true })
    // The whole menu, also below a button at the end of the window.
    first?.closest('[role="menu"]')?.scrollIntoView({ block: 'nearest' })
    const closeOutside = (event: PointerEvent) => {
      if (!root.current?.contains(event.target as Node)) setIsOpen(false)
    }
    document.addEventListener('pointerdown', closeOutside)
    return () => document.removeEventListener('pointerdown', closeOutside)
  }, [isOpen])

  const close = () => {
    setIsOpen(false)
    root.current?.querySelector<HTMLElement>('[aria-haspopup]')?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const items = [...(root.current?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? [])]
    const index = items.indexOf(document.activeElement as HTMLElement)
    const to = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: items.length - 1 }[event.key]
    if (to !== undefined) {
      event.preventDefault()
      items[(to + items.length) % items.length]?.focus()
    }
    if (event.key === 'Escape') {
      event.stopPropagation()
      event.preventDefault()
      close()
    }
    if (event.key === 'Tab') setIsOpen(false)
  }

  return (
    <div ref={root} className="relative inline-block">
      <button
        type="button"
        className={className}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        aria-label={label}
        onClick={() => setIsOpen(!isOpen)}
      >
        {button}
      </button>
      {isOpen && (
        <div
          id={id}
          role="menu"
          aria-label={label}
          tabIndex={-1}
          onKeyDown={onKeyDown}
          className={`absolute z-40 max-h-80 min-w-44 max-w-72 overflow-y-auto rounded-xl border border-line bg-raised p-1 shadow-(--shadow) ${align === 'right' ? 'right-0' : 'left-0'} ${up ? 'bottom-full mb-1' : 'top-full mt-1'}`}
        >
          {items.map((item, index) => (
            // biome-ignore lint/a11y/useAriaPropsSupportedByRole: aria-checked is set only with the radio role
            <button
              // biome-ignore lint/suspicious/noArrayIndexKey: menu items do not move
              key={index}
              type="button"
              role={hasChoice ? 'menuitemradio' : 'menuitem'}
              aria-checked={hasChoice ? (item.isChecked ?? false) : undefined}
              tabIndex={-1}
              className={`block w-full truncate rounded-lg px-3 py-1.5 text-left text-sm hover:bg-sunken focus-visible:bg-sunken aria-checked:font-semibold aria-checked:text-accent ${item.isDanger ? 'text-alarm' : ''}`}
              onClick={() => {
                close()
                item.onSelect()
              }}
            >
              {item.label}
            </button>
          ))}
        </div>
      )}
    </div>
  )
}
