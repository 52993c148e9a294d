/** Returns a UUID of version 4, like crypto.randomUUID, which pages without HTTPS don't have. */
export function randomUuid(): string {
  const [first = 0, second = 0, third = 0, fourth = 0] = crypto.getRandomValues(new Uint32Array(4))
  // RFC 9562, section 5.4: the bits of version and variant are given, the others are random.
  const words = [first, (second & 0xffff0fff) | 0x4000, (third & 0x3fffffff) | 0x80000000, fourth]
  return words
    .map((word) => (word >>> 0).toString(16).padStart(8, '0'))
    .join('')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
