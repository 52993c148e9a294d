/** Returns "page 12" for a source: its own page, or, while the answer streams in, the one that its address opens at. */
export function pageLabel({ page, url = '' }: { page?: number | undefined; url?: string }): string | undefined {
  const number = page ?? /#page=(\d+)$/.exec(url)?.[1]
  return number === undefined ? undefined : `page ${number}`
}
