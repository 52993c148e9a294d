import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { Database } from '../storage/database.ts'
import { loadServiceKeys } from './service-keys.ts'

export type SecretEncryption = ReturnType<typeof createSecretEncryption>

/**
 * Encrypts secrets that must be stored and used again: AES-256-GCM, the key derived by HKDF (RFC 5869) from ENCRYPTION_KEY,
 * or without it from the server's keys, which backups contain only under a passphrase.
 */
export function createSecretEncryption({ database, encryptionKey }: { database: Database; encryptionKey: string }) {
  const deriveKey = async (): Promise<Buffer> => {
    const [cookieKey] = encryptionKey ? [encryptionKey] : (await loadServiceKeys(database)).cookies
    return Buffer.from(hkdfSync('sha256', cookieKey as string, '', 'lorewell stored secrets', 32))
  }
  return {
    /** Returns the encrypted text. It can be decrypted only for the same purpose, such as one setting of one organization. */
    async encrypt(text: string, purpose: string): Promise<string> {
      const iv = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', await deriveKey(), iv).setAAD(Buffer.from(purpose))
      const data = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return [iv, cipher.getAuthTag(), data].map((part) => part.toString('base64url')).join('.')
    },

    /** Returns undefined if the text was encrypted with another key or for another purpose. */
    async decrypt(encrypted: string, purpose: string): Promise<string | undefined> {
      const [iv, tag, data] = encrypted.split('.').map((part) => Buffer.from(part, 'base64url'))
      if (!iv || !tag || !data) return undefined
      const key = await deriveKey()
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: 16 })
        decipher.setAAD(Buffer.from(purpose)).setAuthTag(tag)
        return decipher.update(data, undefined, 'utf8') + decipher.final('utf8')
      } catch {
        return undefined
      }
    },
  }
}
