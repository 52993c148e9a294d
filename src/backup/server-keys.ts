import { createCipheriv, createDecipheriv, randomBytes, type ScryptOptions, scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { AppError } from '../errors.ts'
import type { Sql } from '../storage/database.ts'

/** The keys that sign tokens and cookies, encrypted with a passphrase: AES-256-GCM, the key derived by scrypt. */
export interface EncryptedServerKeys {
  cipher: 'scrypt-aes-256-gcm'
  salt: string
  iv: string
  tag: string
  data: string
}

// 128 MiB and about half a second: the OWASP Password Storage Cheat Sheet's first choice for scrypt.
const scryptOptions = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 2 ** 20 }
const deriveBytes = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt)
const deriveKey = (passphrase: string, salt: Buffer) =>
  deriveBytes(passphrase.normalize('NFC'), salt, 32, scryptOptions)

/** The row of `service_value` that holds the keys; backups have it only encrypted. */
export const serverKeysName = 'keys'

/** Reads the server's keys; undefined if the service never started. */
export async function readServerKeys(store: Sql): Promise<unknown> {
  const { rows } = await sql<{ value: unknown }>`
    select value from service_value where name = ${serverKeysName}`.execute(store)
  return rows[0]?.value
}

export async function encryptServerKeys(keys: unknown, passphrase: string): Promise<EncryptedServerKeys> {
  const salt = randomBytes(16)
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', await deriveKey(passphrase, salt), iv)
  const data = Buffer.concat([cipher.update(JSON.stringify(keys), 'utf8'), cipher.final()])
  return {
    cipher: 'scrypt-aes-256-gcm',
    salt: salt.toString('base64'),
    iv: iv.toString('base64'),
    tag: cipher.getAuthTag().toString('base64'),
    data: data.toString('base64'),
  }
}

/** Returns the keys; fails if the passphrase is wrong. */
export async function decryptServerKeys(encrypted: EncryptedServerKeys, passphrase: string): Promise<unknown> {
  const bytes = (name: 'salt' | 'iv' | 'tag' | 'data') => Buffer.from(encrypted[name], 'base64')
  const key = await deriveKey(passphrase, bytes('salt'))
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes('iv'), { authTagLength: 16 }).setAuthTag(bytes('tag'))
    return JSON.parse(decipher.update(bytes('data'), undefined, 'utf8') + decipher.final('utf8'))
  } catch (cause) {
    throw new AppError(
      'validation',
      'The passphrase does not open the server keys of this backup. Nothing was changed. Correct it, or leave it out to restore with new keys: everyone then signs in again.',
      { cause },
    )
  }
}
