import { hash, verify } from '@node-rs/argon2'
import { AppError } from '../errors.ts'

export const minPasswordLength = 8
export const maxPasswordLength = 1024

// Argon2id (the library's default) with 19 MiB and two passes: the OWASP Password Storage Cheat Sheet's first choice.
const argon2Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export function hashPassword(password: string): Promise<string> {
  if (password.length === 0 || password.length > maxPasswordLength) {
    throw new AppError('validation', `A password must have 1 to ${maxPasswordLength} characters.`)
  }
  return hash(password.normalize('NFC'), argon2Options)
}

/** The hash of a discarded random password, with the same parameters. */
const dummyHash = '$argon2id$v=19$m=19456,t=2,p=1$zCAMAGzGiMgToxR+52Bfqw$boagp5nLhz9DR0iE98m2R7oKbYJQ+6DICLo/J66wELY'

/** Takes equally long without a stored hash, so that response times do not reveal which accounts exist. */
export async function verifyPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  if (password.length > maxPasswordLength) return false
  const matches = await verify(stored ?? dummyHash, password.normalize('NFC'))
  return matches && stored !== null && stored !== undefined
}
