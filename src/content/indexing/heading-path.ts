/** Separates the headings in the stored heading of a passage, outermost first. */
export const headingSeparator = ' › '

export function splitHeadingPath(heading: string): string[] {
  return heading === '' ? [] : heading.split(headingSeparator)
}
