/** Scrolls until the element begins at the top of its scrolling area; at once for people who want little motion. */
export function scrollToStart(element: Element | null): void {
  const wantsLittleMotion = matchMedia('(prefers-reduced-motion: reduce)').matches
  element?.scrollIntoView({ block: 'start', behavior: wantsLittleMotion ? 'instant' : 'smooth' })
}
