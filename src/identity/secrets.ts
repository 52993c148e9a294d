import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/**
 * Returns the hash that is stored instead of a secret. Secrets are long and random, so one round of SHA-256 cannot be
 * reversed, and the timing of a lookup by hash reveals nothing about the secret.
 */
export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}

/** Compares texts in a time that depends on their lengths only. */
export function isEqualConstantTime(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

export type RandomBytes = (size: number) => Uint8Array

/** Returns a random secret of letters and digits, which a double click selects as a whole. */
export function randomSecret(length: number, random: RandomBytes = randomBytes): string {
  let text = ''
  while (text.length < length) {
    for (const byte of random(length)) {
      // 248 is the largest multiple of 62 in a byte: larger values would bias the result.
      if (byte < 248 && text.length < length) text += alphabet[byte % 62]
    }
  }
  return text
}
