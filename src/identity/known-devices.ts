import { createHmac, randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { cookieValue } from './request-credential.ts'
import { isEqualConstantTime } from './secrets.ts'

interface DeviceAccount {
  organizationId: string
  memberId: string
  credentialVersion: string
}

/** A browser that carries a device cookie. */
export interface Device {
  id: string
  /** Whether this account signed in here before, with its present password. */
  recognizes(account: DeviceAccount): boolean
}

export type KnownDevices = ReturnType<typeof createKnownDevices>

/** Accounts that one browser is remembered for; the oldest is forgotten. */
const maxAccounts = 8

/**
 * Remembers in a cookie that an account signed in with a browser (OWASP, "Slow down online guessing attacks with device
 * cookies"). Guesses from such a browser have a counter of their own, so strangers cannot delay the right person. The
 * cookie holds a random id and an HMAC for each account; it signs nobody in.
 */
export function createKnownDevices({ key, publicUrl }: { key: string; publicUrl: string }) {
  const cookieName = publicUrl.startsWith('https:') ? '__Host-lorewell_device' : 'lorewell_device'

  const markOf = (id: string, { organizationId, memberId, credentialVersion }: DeviceAccount) =>
    createHmac('sha256', key)
      .update(JSON.stringify(['device', id, organizationId, memberId, credentialVersion]))
      .digest('base64url')

  const read = (headers: IncomingHttpHeaders) => {
    const [id = '', ...marks] = (cookieValue(headers.cookie ?? '', cookieName) ?? '').split('.')
    return /^[\w-]{22}$/.test(id) ? { id, marks: marks.slice(0, maxAccounts) } : undefined
  }

  return {
    cookieName,

    find(headers: IncomingHttpHeaders): Device | undefined {
      const device = read(headers)
      return (
        device && {
          id: device.id,
          recognizes: (account) => device.marks.some((mark) => isEqualConstantTime(mark, markOf(device.id, account))),
        }
      )
    },

    /** Returns the cookie's value with the account added. */
    remember(headers: IncomingHttpHeaders, account: DeviceAccount): string {
      const { id, marks } = read(headers) ?? { id: randomBytes(16).toString('base64url'), marks: [] }
      const mark = markOf(id, account)
      return [id, mark, ...marks.filter((other) => other !== mark).slice(0, maxAccounts - 1)].join('.')
    },
  }
}
