import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from 'react'

const ToastContext = createContext<(text: string) => void>(() => {})

/** Says briefly that something was done, to eyes and ears. */
export function useToast(): (text: string) => void {
  return useContext(ToastContext)
}

export function ToastProvider({ children }: { children: ReactNode }) {
  const [notice, setNotice] = useState<{ text: string; at: number }>()
  const show = useCallback((text: string) => setNotice({ text, at: Date.now() }), [])
  useEffect(() => {
    if (!notice) return
    const timer = setTimeout(() => setNotice(undefined), 4000)
    return () => clearTimeout(timer)
  }, [notice])
  return (
    <ToastContext value={show}>
      {children}
      <div
        role="status"
        aria-live="polite"
        className="pointer-events-none fixed inset-x-0 bottom-5 z-50 flex justify-center px-4"
      >
        {notice && (
          <p className="rounded-lg bg-ink px-4 py-2 text-sm font-medium text-ground shadow-(--shadow)">
            {notice.text}
          </p>
        )}
      </div>
    </ToastContext>
  )
}
