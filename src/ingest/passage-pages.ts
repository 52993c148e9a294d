/** The pages of a passage, in order: offsets into its text and the page that begins there; 0: no page. */
export type PassagePages = readonly (readonly [offset: number, page: number])[]

/** Returns the page that the text at this offset is on. */
export function pageAt(pages: PassagePages | undefined, offset: number): number | undefined {
  return pages?.findLast(([start]) => start <= offset)?.[1] || undefined
}

const maxPage = 999_999

/** Reads the number of a page as a file reader writes it: `<section data-page="12">`. */
export function parsePage(value: string | undefined): number | undefined {
  const page = value !== undefined && /^\d{1,6}$/.test(value) ? Number(value) : 0
  return page >= 1 && page <= maxPage ? page : undefined
}
