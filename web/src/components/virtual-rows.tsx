import { type ReactNode, type RefObject, useEffect, useState } from 'react'

/** Returns the range of rows in view, with some more around it. All rows have the same height. */
export function useVisibleRows(
  container: RefObject<HTMLElement | null>,
  count: number,
  rowHeight: number,
): { from: number; to: number } {
  const [range, setRange] = useState({ from: 0, to: 60 })
  useEffect(() => {
    const element = container.current
    if (!element) return
    const measure = () => {
      const from = Math.max(0, Math.floor(element.scrollTop / rowHeight) - 15)
      const to = Math.min(count, Math.ceil((element.scrollTop + element.clientHeight) / rowHeight) + 15)
      setRange((before) => (before.from === from && before.to === to ? before : { from, to }))
    }
    measure()
    element.addEventListener('scroll', measure, { passive: true })
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => {
      element.removeEventListener('scroll', measure)
      observer.disconnect()
    }
  }, [container, count, rowHeight])
  return range
}

export function VirtualRows({
  count,
  rowHeight,
  range,
  row,
}: {
  count: number
  rowHeight: number
  range: { from: number; to: number }
  row: (index: number) => ReactNode
}) {
  const to = Math.min(range.to, count)
  return (
    <div role="presentation" style={{ height: count * rowHeight, position: 'relative' }}>
      <div role="presentation" style={{ position: 'absolute', top: range.from * rowHeight, left: 0, right: 0 }}>
        {Array.from({ length: Math.max(0, to - range.from) }, (_, index) => row(range.from + index))}
      </div>
    </div>
  )
}
