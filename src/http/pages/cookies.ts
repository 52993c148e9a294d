/** Cookies of this service: out of reach of scripts, and not sent along with forms of other sites. */
export function serializeCookie(
  name: string,
  value: string,
  { publicUrl, maxAgeSeconds }: CookieOptions,
): string {
  const secure = publicUrl.startsWith('https:') ? '; Secure' : ''
  const age = maxAgeSeconds === undefined ? '' : `; Max-Age=${maxAgeSeconds}`
  return `${name}=${value}; Path=/; HttpOnly; SameSite=Lax${secure}${age}`
}

interface CookieOptions {
  publicUrl: string
  /** Absent: until the browser is closed. */
  maxAgeSeconds?: number
}

/** As long as browsers allow: the session itself decides when it ends, and a use gives it its time again. */
export const maxCookieAgeSeconds = 400 * 24 * 3600
