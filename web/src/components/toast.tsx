import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from 'react'

/** A button in the message, such as Undo. */
export interface ToastAction {
  label: string
  onSelect: () => void
}

type ShowToast = (text: string, action?: ToastAction) => void

const ToastContext = createContext<ShowToast>(() => {})

/** A message with a button stays longer, so that the keyboard can reach it. */
const durationMs = { text: 4000, action: 12_000 }

/** Returns a function that shows a short message and announces it to screen readers. */
export function useToast(): ShowToast {
  return useContext(ToastContext)
}

export function ToastProvider({ children }: { children: ReactNode }) {
  const [toast, setToast] = useState<{ text: string; action: ToastAction | undefined; at: number }>()
  const [isInUse, setIsInUse] = useState(false)
  const show = useCallback<ShowToast>((text, action) => {
    setIsInUse(false)
    setToast({ text, action, at: Date.now() })
  }, [])
  useEffect(() => {
    if (!toast || isInUse) return
    const timer = setTimeout(() => setToast(undefined), toast.action ? durationMs.action : durationMs.text)
    return () => clearTimeout(timer)
  }, [toast, isInUse])
  return (
    <ToastContext value={show}>
      {children}
      <div
        role="status"
        aria-live="polite"
        className="pointer-events-none fixed inset-x-0 bottom-5 z-50 flex justify-center px-4 print:hidden"
      >
        {toast && (
          <div className="flex max-w-full items-center gap-3 rounded-lg bg-ink px-4 py-2 text-sm font-medium text-ground shadow-(--shadow)">
            <p className="min-w-0">{toast.text}</p>
            {toast.action && (
              <button
                type="button"
                className="pointer-events-auto -my-1 -mr-2 rounded-md px-2 py-1 font-semibold underline underline-offset-4 focus-visible:outline-ground"
                onFocus={() => setIsInUse(true)}
                onBlur={() => setIsInUse(false)}
                onClick={() => {
                  setToast(undefined)
                  toast.action?.onSelect()
                }}
              >
                {toast.action.label}
              </button>
            )}
          </div>
        )}
      </div>
    </ToastContext>
  )
}
