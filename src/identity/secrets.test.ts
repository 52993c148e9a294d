import { expect, it } from 'vitest'
import { randomSecret } from './secrets.ts'

it('a secret has the requested length, of letters and digits', () => {
  for (const length of [1, 40, 43]) expect(randomSecret(length)).toMatch(new RegExp(`^[0-9A-Za-z]{${length}}$`))
  expect(randomSecret(40)).not.toBe(randomSecret(40))
})

it('bytes that would bias the result are skipped', () => {
  let calls = 0
  const random = (size: number) => new Uint8Array(size).fill(calls++ === 0 ? 255 : 61)
  expect(randomSecret(4, random)).toBe('zzzz')
})
