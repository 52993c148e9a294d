import { useEffect } from 'react'
import { isComposing } from './is-composing.ts'

const controlSelector = 'a[href], button:not(:disabled), summary, [tabindex="0"]'
/** They have keys of their own; in a note's text the arrows scroll. */
const excludedSelector = '.prose, [role=menu], [role=listbox], [role=tree], [role=tablist], [role=radiogroup]'

/**
 * Lets arrow keys, Home and End move between the items of every list and table of the app; Enter does what it does on the
 * item's link or button. From a search field, the arrow down leads to the first item below; from there, the arrow up leads
 * back.
 */
export function useListKeys(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (
        event.defaultPrevented ||
        isComposing(event) ||
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        event.shiftKey
      )
        return
      if (event.target instanceof HTMLElement && moveFocus(event.target, event.key)) event.preventDefault()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}

/** Moves the focus as the key says; tells whether it did. */
function moveFocus(from: HTMLElement, key: string): boolean {
  const screen = from.closest('dialog, main')
  if (!screen || from.closest(excludedSelector)) return false
  if (isSearchField(from)) return key === 'ArrowDown' && focusItem(firstItemBelow(screen, from), 0)
  if (from.matches('input, textarea, select') || from.isContentEditable) return false
  const list = from.closest<HTMLElement>('ul, ol, tbody')
  if (!list) return false
  const items = listItems(list)
  const at = items.findIndex((item) => item.contains(from))
  const to = at < 0 ? undefined : nextIndex(key, at, items.length)
  if (to === undefined) return false
  if (to >= 0) return focusItem(items[to], controlsOf(items[at]).indexOf(from))
  const search = searchFieldAbove(screen, list)
  search?.focus()
  return search !== undefined
}

/** Returns the index of the item that a key leads to, -1 before the first; undefined for another key, or at the end. */
export function nextIndex(key: string, at: number, count: number): number | undefined {
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: count - 1 }[key]
  return to === undefined || to >= count ? undefined : to
}

/** Focuses the control in the same position as in the item before, or else the first one. */
function focusItem(item: HTMLElement | undefined, position: number): boolean {
  const controls = controlsOf(item)
  const control = controls[position] ?? controls[0]
  control?.focus()
  return control !== undefined
}

function firstItemBelow(screen: Element, field: HTMLElement): HTMLElement | undefined {
  return [...screen.querySelectorAll<HTMLElement>('ul, ol, tbody')]
    .filter((list) => isBefore(field, list) && !list.closest(excludedSelector))
    .flatMap((list) => listItems(list).slice(0, 1))[0]
}

/** Returns the search field above a list, unless there is another list between them. */
function searchFieldAbove(screen: Element, list: HTMLElement): HTMLElement | undefined {
  return [...screen.querySelectorAll<HTMLElement>('input[type=search]')].findLast(
    (field) => isBefore(field, list) && list.contains(firstItemBelow(screen, field) ?? null),
  )
}

function isSearchField(element: HTMLElement): boolean {
  return element instanceof HTMLInputElement && element.type === 'search'
}

function isBefore(first: Node, second: Node): boolean {
  return (first.compareDocumentPosition(second) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
}

/** Returns the items that have something to press. */
function listItems(list: HTMLElement): HTMLElement[] {
  return [...list.children].filter(
    (item): item is HTMLElement => item instanceof HTMLElement && item.checkVisibility() && controlsOf(item).length > 0,
  )
}

function controlsOf(item: HTMLElement | undefined): HTMLElement[] {
  if (!item) return []
  return [...item.querySelectorAll<HTMLElement>(controlSelector)].filter((control) => control.checkVisibility())
}
