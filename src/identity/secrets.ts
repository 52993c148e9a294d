import { createHash, randomBytes } from 'node:crypto'

/**
 * What is stored in place of a secret. The secrets are long and random, so one round of SHA-256 cannot be turned
 * back, and a lookup by the hash tells nothing about the secret by its timing.
 */
export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

export type RandomBytes = (size: number) => Uint8Array

/** A secret that survives copying by double click: letters and digits only. */
export function randomSecret(length: number, random: RandomBytes = randomBytes): string {
  let text = ''
  while (text.length < length) {
    for (const byte of random(length)) {
      // 248 is the largest multiple of 62 in a byte: what lies above would favour the first characters.
      if (byte < 248 && text.length < length) text += alphabet[byte % 62]
    }
  }
  return text
}
