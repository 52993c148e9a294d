const maxLength = 1000
const maxSegments = 20
const maxVariants = 50
const maxVisits = 5
/** Campaign marks: the page is the same without. */
const trackingParameter = /^(utm_\w+|gclid|fbclid|msclkid|mc_[ce]id|_ga|phpsessid|jsessionid|sid)$/i
/** Pictures, styles, programs and packages: nothing to read. */
const assetExtension =
  /\.(png|jpe?g|gif|webp|avif|svg|ico|bmp|tiff?|css|m?js|map|json|xml|rss|atom|woff2?|ttf|eot|otf|mp[34]|webm|ogg|wav|mov|avi|exe|dmg|iso|deb|rpm|apk|jar|gz|tgz|bz2|xz|7z|rar)$/i

/** Returns the form of an address that is the same for all links to a page; undefined for what is no page. */
export function normalizeAddress(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined
  const url = new URL(text)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return undefined
  url.hash = ''
  url.username = ''
  url.password = ''
  for (const name of [...url.searchParams.keys()]) if (trackingParameter.test(name)) url.searchParams.delete(name)
  url.searchParams.sort()
  if (url.href.length > maxLength || isTrap(url.pathname) || assetExtension.test(url.pathname)) return undefined
  return url.href
}

/** Paths that grow by repeating themselves come from broken relative links and endless calendars. */
function isTrap(path: string): boolean {
  const segments = path.split('/').filter(Boolean)
  const counts = new Map<string, number>()
  for (const segment of segments) counts.set(segment, (counts.get(segment) ?? 0) + 1)
  return segments.length > maxSegments || [...counts.values()].some((count) => count >= maxVisits)
}

/** Limits how many addresses differ only in their query: filters and calendars make endless ones. */
export function createVariantLimit(): (address: string) => boolean {
  const variants = new Map<string, number>()
  return (address) => {
    const url = new URL(address)
    if (url.search === '') return true
    const count = (variants.get(url.pathname) ?? 0) + 1
    variants.set(url.pathname, count)
    return count <= maxVariants
  }
}
