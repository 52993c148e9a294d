import { crc32, deflateSync, inflateSync } from 'node:zlib'

/**
 * Returns a screenshot (8-bit RGB, as Chromium writes it) with a palette of its 256 most frequent colours, about a third of
 * the size. The other colours, on the edges of letters, become the nearest one.
 */
export function toPalettePng(png: Buffer): Buffer {
  const { width, height, pixels } = decodeRgb(png)
  const counts = new Map<number, number>()
  for (const pixel of pixels) counts.set(pixel, (counts.get(pixel) ?? 0) + 1)
  const palette = [...counts]
    .sort((a, b) => b[1] - a[1])
    .slice(0, 256)
    .map(([colour]) => colour)
  const indexes = new Map([...counts.keys()].map((colour) => [colour, nearestIndex(palette, colour)]))
  const rows = Buffer.alloc((width + 1) * height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) rows[y * (width + 1) + 1 + x] = indexes.get(pixels[y * width + x]!)!
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 3, 0, 0, 0], 8)
  return Buffer.concat([
    png.subarray(0, 8),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flatMap(channels))),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function channels(colour: number): [number, number, number] {
  return [colour >> 16, (colour >> 8) & 255, colour & 255]
}

function nearestIndex(palette: readonly number[], colour: number): number {
  const [red, green, blue] = channels(colour)
  let best = 0
  let bestDistance = Number.POSITIVE_INFINITY
  for (const [index, candidate] of palette.entries()) {
    const [r, g, b] = channels(candidate)
    const distance = (r - red) ** 2 + (g - green) ** 2 + (b - blue) ** 2
    if (distance < bestDistance) [best, bestDistance] = [index, distance]
  }
  return best
}

/** Reads a PNG of 8-bit RGB without interlacing (PNG specification, third edition, sections 5 and 9). */
function decodeRgb(png: Buffer): { width: number; height: number; pixels: Uint32Array } {
  const width = png.readUInt32BE(16)
  const height = png.readUInt32BE(20)
  if (png.readUInt32BE(24) >>> 8 !== 0x080200) throw new Error('The screenshot is no PNG of 8-bit RGB.')
  const parts: Buffer[] = []
  for (let at = 8; at < png.length; at += png.readUInt32BE(at) + 12)
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT')
      parts.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)))
  const stride = width * 3
  const data = inflateSync(Buffer.concat(parts))
  let above = new Uint8Array(stride)
  const pixels = new Uint32Array(width * height)
  for (let y = 0; y < height; y++) {
    const filter = data[y * (stride + 1)]
    const row = Uint8Array.from(data.subarray(y * (stride + 1) + 1, (y + 1) * (stride + 1)))
    for (let x = 0; x < stride; x++) {
      const left = x < 3 ? 0 : row[x - 3]!
      const up = above[x]!
      const corner = x < 3 ? 0 : above[x - 3]!
      const predicted = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter!]!
      row[x] = row[x]! + predicted
    }
    for (let x = 0; x < width; x++)
      pixels[y * width + x] = (row[x * 3]! << 16) | (row[x * 3 + 1]! << 8) | row[x * 3 + 2]!
    above = row
  }
  return { width, height, pixels }
}

function paeth(left: number, up: number, corner: number): number {
  const estimate = left + up - corner
  const [toLeft, toUp, toCorner] = [left, up, corner].map((value) => Math.abs(estimate - value)) as [
    number,
    number,
    number,
  ]
  if (toLeft <= toUp && toLeft <= toCorner) return left
  return toUp <= toCorner ? up : corner
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const result = Buffer.alloc(body.length + 8)
  result.writeUInt32BE(data.length, 0)
  body.copy(result, 4)
  result.writeUInt32BE(crc32(body), body.length + 4)
  return result
}
