/** Parses a Retry-After header (RFC 9110, section 10.2.3): seconds or a date. Undefined when absent or malformed. */
export function parseRetryAfterMs(header: string | null | undefined, nowMs: number): number | undefined {
  const value = header?.trim()
  if (!value) return undefined
  if (/^\d+$/.test(value)) return Number(value) * 1000
  const date = Date.parse(value)
  return Number.isNaN(date) ? undefined : Math.max(0, date - nowMs)
}
