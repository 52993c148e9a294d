/**
 * Returns the given path of this service, or `/` for anything that a browser could take for another site (`//host`,
 * `/\host`, a scheme, hidden tabs and line breaks). Used to redirect after sign-in.
 */
export function safeReturnPath(given: unknown): string {
  if (typeof given !== 'string' || !/^\/(?![/\\])[\x21-\x7e]*$/.test(given) || given.includes('\\')) return '/'
  const base = 'http://lorewell.invalid'
  const url = URL.parse(given, base)
  if (!url || url.origin !== base) return '/'
  const path = url.pathname + url.search + url.hash
  // Resolving `/./` and `/../` can leave two slashes at the start.
  return path.startsWith('//') ? '/' : path
}
