import { commonText } from '../messages/common.ts'

/**
 * Returns "page 12", "slide 12" or "sheet 12" for a source: its own page, or, while the answer streams in, the one that its
 * address opens at.
 */
export function pageLabel(source: {
  page?: number | undefined
  url?: string
  id?: string
  title?: string
}): string | undefined {
  const number = source.page ?? /#page=(\d+)$/.exec(source.url ?? '')?.[1]
  return number === undefined ? undefined : commonText(`${pageKind(source)}Ref`, { number })
}

/** The name of the file is the id or title of items, or the end of their address. */
function pageKind({
  url = '',
  id = '',
  title = '',
}: {
  url?: string
  id?: string
  title?: string
}): 'page' | 'slide' | 'sheet' {
  const names = [url.replace(/[?#].*/s, ''), id, title]
  if (names.some((name) => /\.(?:pptx|pptm|odp)$/i.test(name))) return 'slide'
  return names.some((name) => /\.(?:xlsx|xlsm|ods)$/i.test(name)) ? 'sheet' : 'page'
}
