import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'
import { commonText } from '../messages/common.ts'
import { CloseGuards } from './close-guard.ts'
import { useFocusFirstField } from './focus-first-field.ts'
import { Icon } from './icon.tsx'
import { ErrorAlert } from './query-state.tsx'

/**
 * A modal dialog on the native element: the focus stays inside, Escape closes it, the page behind is inert, and the focus
 * returns afterwards. Its first field has the focus. With typed text in a form, it asks before it closes.
 */
export function Dialog({
  title,
  onClose,
  children,
  width = 'max-w-lg',
  isSidePanel = false,
  header,
}: {
  title: string
  onClose: () => void
  children: ReactNode
  width?: string
  /** At the right edge, full height. */
  isSidePanel?: boolean
  /** Replaces the shown title and the Close button. */
  header?: ReactNode
}) {
  const ref = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const [guards] = useState(() => new Set<() => boolean>())
  const [isAsking, setIsAsking] = useState(false)
  const requestClose = () => {
    if ([...guards].some((shouldAsk) => shouldAsk())) setIsAsking(true)
    else onClose()
  }
  // A press that starts inside and ends outside (selecting text, a layout shift) must not close the dialog.
  const beganOutside = useRef(false)
  // Close before unmounting: only then does the browser restore the focus.
  useLayoutEffect(() => {
    const dialog = ref.current
    if (dialog && !dialog.open) dialog.showModal()
    return () => dialog?.close()
  }, [])
  useFocusFirstField(ref)
  const shape = isSidePanel
    ? 'ml-auto mr-0 my-0 h-dvh max-h-dvh w-full max-w-[32rem] sm:border-l'
    : `m-auto max-h-[min(90dvh,52rem)] w-[calc(100%-2rem)] ${width} rounded-2xl border`
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the keyboard's way, and the browser handles it
    <dialog
      ref={ref}
      aria-labelledby={header ? undefined : titleId}
      aria-label={header ? title : undefined}
      onCancel={(event) => {
        event.preventDefault()
        requestClose()
      }}
      // Browsers close a dialog on repeated Escape without asking.
      onClose={({ currentTarget: dialog }) => {
        if (dialog.open || !dialog.isConnected) return
        dialog.showModal()
        requestClose()
      }}
      onPointerDown={(event) => {
        beganOutside.current = event.target === ref.current
      }}
      onClick={(event) => event.target === ref.current && beganOutside.current && requestClose()}
      className={`border-line bg-surface p-0 shadow-(--shadow) ${shape}`}
    >
      <div className={`flex flex-col ${isSidePanel ? 'h-full' : 'max-h-[min(90dvh,52rem)]'}`}>
        {header ?? (
          <header className="flex items-start gap-3 border-b border-line px-5 py-3.5">
            <h2 id={titleId} className="min-w-0 flex-1 pt-1 break-words">
              {title}
            </h2>
            <button
              type="button"
              className="button button-quiet button-icon"
              onClick={requestClose}
              aria-label={commonText('close')}
            >
              <Icon name="close" />
            </button>
          </header>
        )}
        <CloseGuards value={guards}>
          <div className="min-h-0 flex-1 overflow-y-auto px-5 py-4">{children}</div>
        </CloseGuards>
        {isAsking && (
          <div role="alert" className="flex flex-wrap items-center gap-2 border-t border-line bg-warn-soft px-5 py-3">
            <p className="min-w-0 flex-1 basis-52">{commonText('discardTyped')}</p>
            <button ref={focusOnce} type="button" className="button" onClick={() => setIsAsking(false)}>
              {commonText('keepEditing')}
            </button>
            <button type="button" className="button" onClick={onClose}>
              {commonText('discard')}
            </button>
          </div>
        )}
      </div>
    </dialog>
  )
}

function focusOnce(button: HTMLButtonElement | null): void {
  button?.focus()
}

/** Asks for confirmation; by default, before an action that can't be undone. */
export function ConfirmDialog({
  title,
  children,
  confirmLabel,
  onConfirm,
  onClose,
  mutation,
  isDanger = true,
}: {
  title: string
  children: ReactNode
  confirmLabel: string
  onConfirm: () => void
  onClose: () => void
  mutation: { isPending: boolean; error: unknown }
  isDanger?: boolean
}) {
  return (
    <Dialog title={title} onClose={onClose} width="max-w-md">
      <div className="space-y-3 text-quiet">
        {children}
        {mutation.error ? <ErrorAlert error={mutation.error} /> : null}
      </div>
      <div className="mt-5 flex flex-wrap justify-end gap-2">
        <button type="button" className="button" onClick={onClose}>
          {commonText('cancel')}
        </button>
        <button
          type="button"
          className={`button button-primary ${isDanger ? 'bg-alarm border-alarm text-surface hover:bg-alarm!' : ''}`}
          onClick={onConfirm}
          disabled={mutation.isPending}
        >
          {confirmLabel}
        </button>
      </div>
    </Dialog>
  )
}
