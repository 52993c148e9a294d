import type { ReactNode } from 'react'
import { commonText } from '../messages/common.ts'

/** Holds a table; a wide one scrolls sideways in itself. */
export function TableScroll({ children }: { children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
    // biome-ignore lint/a11y/useSemanticElements: a wide table scrolls inside this element
    <div className="table-scroll" role="group" aria-label={commonText('table')} tabIndex={0}>
      <table>{children}</table>
    </div>
  )
}
