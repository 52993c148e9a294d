import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { Database } from '../storage/database.ts'
import { hashSecret } from './secrets.ts'
import { consumeOnce } from './single-use.ts'

/** What a ticket is for, and the browser or session that alone can use it. */
export interface TicketBinding {
  purpose: 'organization-choice' | 'passkey' | 'invitation-passkey' | 'oidc' | 'backup-download'
  holder: string
}

export type Tickets = ReturnType<typeof createTickets>

/**
 * Issues tickets: values that pass through the browser encrypted (AES-256-GCM), bound to a purpose and a holder, and
 * valid for minutes. Every node can open them; nothing is stored but the ones that were used.
 */
export function createTickets({ key, database, now }: { key: string; database: Database; now: () => Date }) {
  const cipherKey = Buffer.from(hkdfSync('sha256', key, '', 'lorewell tickets', 32))
  const boundData = ({ purpose, holder }: TicketBinding) => Buffer.from(JSON.stringify([purpose, holder]))

  const decrypt = (binding: TicketBinding, ticket: string): string | undefined => {
    const bytes = Buffer.from(ticket, 'base64url')
    if (bytes.length < 28) return undefined
    const decipher = createDecipheriv('aes-256-gcm', cipherKey, bytes.subarray(0, 12))
    decipher.setAAD(boundData(binding)).setAuthTag(bytes.subarray(12, 28))
    try {
      return decipher.update(bytes.subarray(28), undefined, 'utf8') + decipher.final('utf8')
    } catch {
      return undefined
    }
  }

  return {
    issue(binding: TicketBinding, value: unknown, { ttlMs }: { ttlMs: number }): string {
      const iv = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', cipherKey, iv)
      cipher.setAAD(boundData(binding))
      const text = JSON.stringify({ value, expiresAt: now().getTime() + ttlMs })
      const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), encrypted]).toString('base64url')
    },

    /** Returns the value; undefined if the ticket is forged, expired, or for another purpose or holder. */
    open(binding: TicketBinding, ticket: string): { value: unknown; expiresAt: Date } | undefined {
      const text = decrypt(binding, ticket)
      if (text === undefined) return undefined
      const { value, expiresAt } = JSON.parse(text) as { value: unknown; expiresAt: number }
      return expiresAt < now().getTime() ? undefined : { value, expiresAt: new Date(expiresAt) }
    },

    /** Uses a ticket up; returns false if it was used before. */
    consume(ticket: string, { expiresAt }: { expiresAt: Date }): Promise<boolean> {
      const value = `ticket:${hashSecret(Buffer.from(ticket, 'base64url').toString('hex')).toString('hex')}`
      return consumeOnce(database, { value, expiresAt, now: now() })
    },
  }
}
