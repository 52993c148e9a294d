import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * Scrolls to the first mark of the returned element once it is shown. Scrolls only the box around it: a panel must not move
 * the page that it stands beside.
 */
export function useScrollToMark(): RefObject<HTMLDivElement | null> {
  const root = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const mark = root.current?.querySelector('mark')
    const box = mark && findScrollingBox(mark)
    if (!mark || !box) return
    const offset = mark.getBoundingClientRect().top - box.getBoundingClientRect().top
    box.scrollTop += offset - box.clientHeight / 3
  }, [])
  return root
}

/** Skips the boxes of wide tables and code, which scroll sideways only: their `overflow-y` computes to `auto`, too. */
function findScrollingBox(element: Element): Element | undefined {
  for (let box = element.parentElement; box; box = box.parentElement)
    if (box.scrollHeight > box.clientHeight && /auto|scroll/.test(getComputedStyle(box).overflowY)) return box
  return undefined
}
