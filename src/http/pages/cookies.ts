import type { FastifyReply } from 'fastify'

/** As long as browsers allow: the session decides itself when it ends, and each use extends it. */
const sessionCookieMaxAgeSeconds = 400 * 24 * 3600

/** Returns a function that gives the browser the secret of its session; an empty one removes the cookie. */
export function createSessionCookieSetter(cookieName: string, publicUrl: string) {
  return (reply: FastifyReply, secret: string): void => {
    const maxAgeSeconds = secret === '' ? 0 : sessionCookieMaxAgeSeconds
    reply.header('set-cookie', serializeCookie(cookieName, secret, { publicUrl, maxAgeSeconds }))
  }
}

/** Returns a cookie that scripts cannot read and that forms of other sites do not send. */
export function serializeCookie(
  name: string,
  value: string,
  {
    publicUrl,
    maxAgeSeconds,
  }: {
    publicUrl: string
    /** Absent: until the browser closes. */
    maxAgeSeconds?: number
  },
): string {
  const secure = publicUrl.startsWith('https:') ? '; Secure' : ''
  const age = maxAgeSeconds === undefined ? '' : `; Max-Age=${maxAgeSeconds}`
  return `${name}=${value}; Path=/; HttpOnly; SameSite=Lax${secure}${age}`
}
