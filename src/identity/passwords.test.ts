import { expect, it } from 'vitest'
import { hashPassword, verifyPassword } from './passwords.ts'

it('a password matches its own hash and no other', async () => {
  const hash = await hashPassword('correct horse')
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await verifyPassword(hash, 'correct horse')).toBe(true)
  expect(await verifyPassword(hash, 'Correct horse')).toBe(false)
  expect(await hashPassword('correct horse')).not.toBe(hash)
})

it('differently composed Unicode letters match', async () => {
  const hash = await hashPassword('caf\u00e9 noir')
  expect(await verifyPassword(hash, 'cafe\u0301 noir')).toBe(true)
})

it('without a stored password nothing matches', async () => {
  for (const password of ['', 'correct horse']) {
    expect(await verifyPassword(null, password)).toBe(false)
    expect(await verifyPassword(undefined, password)).toBe(false)
  }
})

it('an overlong password is neither stored nor verified', async () => {
  expect(() => hashPassword('x'.repeat(1025))).toThrow('1 to 1024 characters')
  expect(() => hashPassword('')).toThrow('1 to 1024 characters')
  expect(await verifyPassword(await hashPassword('x'), 'x'.repeat(1025))).toBe(false)
})
