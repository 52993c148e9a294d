import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Icon } from '../components/icon.tsx'
import { useMediaQuery } from '../components/use-media-query.ts'
import { askText } from '../messages/ask.ts'

/** Tells whether the screen is wide enough for a source beside the answer: Tailwind's `xl`. */
export function useHasSourceColumn(): boolean {
  return useMediaQuery('(min-width: 80rem)')
}

/** The right column with one source. It takes the focus when a source is opened and gives it back when it is closed. */
export function SourceColumn({
  title,
  number,
  count,
  onSelect,
  onClose,
  children,
}: {
  title: string
  number: number
  count: number
  onSelect: (number: number) => void
  onClose: () => void
  children: ReactNode
}) {
  const titleId = useId()
  const column = useRef<HTMLElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const opener = useRef<Element>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each source that is opened gets the focus
  useEffect(() => {
    if (column.current?.contains(document.activeElement)) return
    opener.current = document.activeElement
    heading.current?.focus({ preventScroll: true })
  }, [number, title])
  const close = () => {
    onClose()
    if (opener.current instanceof HTMLElement && opener.current.isConnected)
      opener.current.focus({ preventScroll: true })
  }
  const stepButton = (step: 1 | -1, label: string) => (
    <button
      type="button"
      className="button button-quiet button-icon"
      aria-label={label}
      disabled={number + step < 1 || number + step > count}
      onClick={() => onSelect(number + step)}
    >
      <Icon name="chevronRight" size={16} className={step < 0 ? 'rotate-180' : ''} />
    </button>
  )
  return (
    <aside
      ref={column}
      aria-labelledby={titleId}
      onKeyDown={(event) => event.key === 'Escape' && close()}
      className="sticky top-0 flex h-dvh w-[clamp(24rem,30vw,38rem)] shrink-0 flex-col border-l border-line bg-surface print:hidden"
    >
      <header className="border-b border-line px-5 py-3">
        <div className="flex items-center gap-1">
          <p className="flex-1 text-sm text-quiet">{askText('sourcePosition', { number, count })}</p>
          {count > 1 && stepButton(-1, askText('previousSource'))}
          {count > 1 && stepButton(1, askText('nextSource'))}
          <button
            type="button"
            className="button button-quiet button-icon"
            aria-label={askText('closeSource')}
            onClick={close}
          >
            <Icon name="close" />
          </button>
        </div>
        <h2 ref={heading} id={titleId} tabIndex={-1} className="break-words outline-none!" dir="auto">
          {title}
        </h2>
      </header>
      <div
        className="min-h-0 flex-1 overflow-y-auto px-5 py-4 -outline-offset-2"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
        tabIndex={0}
      >
        {children}
      </div>
    </aside>
  )
}
