/**
 * Where to go after signing in: a path of this service, or its start. Anything that a browser could take for another
 * site (`//host`, `/\host`, a scheme, hidden tabs and line breaks) is none.
 */
export function safeReturnPath(given: unknown): string {
  if (typeof given !== 'string' || !/^\/(?![/\\])[\x21-\x7e]*$/.test(given) || given.includes('\\'))
    return '/'
  const base = 'http://lorewell.invalid'
  const url = URL.parse(given, base)
  if (!url || url.origin !== base) return '/'
  const path = url.pathname + url.search + url.hash
  // What `/./` and `/../` leave behind may begin with two slashes.
  return path.startsWith('//') ? '/' : path
}
