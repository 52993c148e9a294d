import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from 'react'

const ToastContext = createContext<(text: string) => void>(() => {})

/** Returns a function that shows a short message and announces it to screen readers. */
export function useToast(): (text: string) => void {
  return useContext(ToastContext)
}

export function ToastProvider({ children }: { children: ReactNode }) {
  const [toast, setToast] = useState<{ text: string; at: number }>()
  const show = useCallback((text: string) => setToast({ text, at: Date.now() }), [])
  useEffect(() => {
    if (!toast) return
    const timer = setTimeout(() => setToast(undefined), 4000)
    return () => clearTimeout(timer)
  }, [toast])
  return (
    <ToastContext value={show}>
      {children}
      <div
        role="status"
        aria-live="polite"
        className="pointer-events-none fixed inset-x-0 bottom-5 z-50 flex justify-center px-4"
      >
        {toast && (
          <p className="rounded-lg bg-ink px-4 py-2 text-sm font-medium text-ground shadow-(--shadow)">{toast.text}</p>
        )}
      </div>
    </ToastContext>
  )
}
