export const operationNames = [
  'search, sees 8 %',
  'search, sees all',
  'ask, sees 8 %',
  'ask, sees all',
  'ask, while others write',
  'list',
  'delete',
] as const
export type OperationName = (typeof operationNames)[number]

/** Of a request: how long it takes, and what the process takes of a core for it, the measuring included. */
export type OperationTimings = Record<OperationName, { p50: number; p95: number; cpuMs: number }>

export interface GrowthMeasurement {
  size: number
  perSecond: number
  operations: OperationTimings
  memoryMb: number
  diskMb: number
}

/** Times of each size, and how many times those of the first they are. */
export function growthTable(rows: readonly GrowthMeasurement[]): string {
  const [first] = rows
  const asRow = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const lines = operationNames.map((name) => [
    name,
    ...rows.map(({ operations }) => {
      const { p50, p95, cpuMs } = operations[name]
      const ratio = p50 / (first?.operations[name].p50 ?? p50)
      return `${p50.toFixed(1)} ms (${ratio.toFixed(2)} ×), p95 ${p95.toFixed(1)}, ${cpuMs.toFixed(1)} ms of a core`
    }),
  ])
  return [
    asRow(['', ...rows.map(({ size }) => `${size} passages`)]),
    asRow(['---', ...rows.map(() => '---:')]),
    ...lines.map(asRow),
    asRow(['stored per second', ...rows.map(({ perSecond }) => perSecond.toFixed(0))]),
    asRow(['memory, measuring included', ...rows.map((row) => `${row.memoryMb} MB`)]),
    asRow(['disk', ...rows.map((row) => `${row.diskMb} MB`)]),
  ].join('\n')
}

const width = 820
const height = 460
const marginLeft = 60
const marginRight = 200
const colours = ['#2f6f4f', '#8fbf9f', '#1f4e8c', '#8fb3e0', '#b3541e', '#7a5ea8', '#999999']

/** p50 by size, on scales on which each step is ten times the one before. */
export function growthPlot(rows: readonly GrowthMeasurement[]): string {
  const times = rows.flatMap(({ operations }) => operationNames.map((name) => operations[name].p50))
  const logs = (numbers: readonly number[]) => numbers.map((number) => Math.log10(number))
  const [x0, x1] = [Math.min(...logs(rows.map(({ size }) => size))), Math.max(...logs(rows.map(({ size }) => size)))]
  const [y0, y1] = [Math.floor(Math.min(...logs(times))), Math.ceil(Math.max(...logs(times)))]
  const x = (size: number) =>
    marginLeft + ((Math.log10(size) - x0) / (x1 - x0 || 1)) * (width - marginLeft - marginRight)
  const y = (ms: number) => height - 40 - ((Math.log10(ms) - y0) / (y1 - y0 || 1)) * (height - 90)
  const text = (at: number, down: number, said: string, more = '') =>
    `<text x="${at.toFixed(1)}" y="${down.toFixed(1)}"${more}>${said}</text>`
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="sans-serif" font-size="13">`,
    `<rect width="${width}" height="${height}" fill="white"/>`,
    text(20, 24, 'p50 of a request in milliseconds, by passages in the store', ' font-size="16"'),
    ...Array.from({ length: y1 - y0 + 1 }, (_, step) => 10 ** (y0 + step)).map(
      (tick) =>
        `<line x1="${marginLeft}" x2="${width - marginRight}" y1="${y(tick)}" y2="${y(tick)}" stroke="#ddd"/>${text(marginLeft - 8, y(tick) + 4, String(tick), ' text-anchor="end"')}`,
    ),
    ...rows.map(({ size }) => text(x(size), height - 16, String(size), ' text-anchor="middle"')),
    ...operationNames.flatMap((name, index) => {
      const points = rows.map(({ size, operations }) => `${x(size).toFixed(1)},${y(operations[name].p50).toFixed(1)}`)
      return [
        `<polyline points="${points.join(' ')}" fill="none" stroke="${colours[index]}" stroke-width="2"/>`,
        text(width - marginRight + 10, 60 + index * 20, name, ` fill="${colours[index]}"`),
      ]
    }),
    '</svg>',
    '',
  ].join('\n')
}
