/** Splits entries that were read with `limit: size + 1` into a page and, where another page follows, its last entry. */
export function takePage<T>(found: readonly T[], size: number): { page: T[]; last: T | undefined } {
  const page = found.slice(0, size)
  return { page, last: found.length > size ? page.at(-1) : undefined }
}
