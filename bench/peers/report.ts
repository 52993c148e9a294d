import { type VisibleShare, visibleShares } from './synthetic-dataset.ts'

export interface PeerMeasurement {
  name: string
  setup: string
  itemsPerSecond: number
  memoryMb: number
  diskMb: number | undefined
  searches: Record<VisibleShare, { p50: number; p95: number; nearestP50: number; recall: number }>
}

const formatMs = (value: number) => value.toFixed(1)

export function markdownTable(size: number, rows: readonly PeerMeasurement[]): string {
  const titles = [
    'store',
    ...visibleShares.flatMap((share) => [`search p50, ${share}`, 'p95', 'nearest 50 p50', 'recall@50']),
    ...['memory', 'disk', 'ingest'],
  ]
  const lines = rows.map((row) => [
    row.name,
    ...visibleShares.flatMap((share) => {
      const { p50, p95, nearestP50, recall } = row.searches[share]
      return [`${formatMs(p50)} ms`, formatMs(p95), formatMs(nearestP50), recall.toFixed(3)]
    }),
    `${row.memoryMb} MB`,
    row.diskMb === undefined ? 'none' : `${row.diskMb} MB`,
    `${row.itemsPerSecond.toFixed(0)}/s`,
  ])
  const asRow = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [
    `${size} passages, one run on one machine, 50 results per search:`,
    '',
    asRow(titles),
    asRow(titles.map((_, column) => (column === 0 ? '---' : '---:'))),
    ...lines.map(asRow),
    '',
    ...rows.map((row) => `- ${row.name}: ${row.setup}.`),
  ].join('\n')
}

const width = 900
const barHeight = 16
const marginLeft = 230

/** Draws bars on a logarithmic scale: p50 filled, p95 as a thin line. */
export function svgPlot(size: number, rows: readonly PeerMeasurement[]): string {
  const times = rows.flatMap((row) =>
    visibleShares.flatMap((share) => [row.searches[share].p50, row.searches[share].p95]),
  )
  const lowest = Math.floor(Math.log10(Math.min(...times)))
  const highest = Math.ceil(Math.log10(Math.max(...times)))
  const x = (ms: number) => marginLeft + ((Math.log10(ms) - lowest) / (highest - lowest)) * (width - marginLeft - 20)
  const rowHeight = visibleShares.length * (barHeight + 4) + 14
  const height = 60 + rows.length * rowHeight + 30
  const fills: Record<VisibleShare, string> = { '8 %': '#2f6f4f', '100 %': '#8fbf9f' }
  const ticks = Array.from({ length: highest - lowest + 1 }, (_, step) => 10 ** (lowest + step))
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="sans-serif" font-size="13">`,
    `<rect width="${width}" height="${height}" fill="white"/>`,
    `<text x="20" y="24" font-size="16">Search by words and meaning, ${size} passages: p50 (bar) and p95 (line), ms</text>`,
    ...visibleShares.map(
      (share, index) =>
        `<rect x="${marginLeft + index * 130}" y="34" width="12" height="12" fill="${fills[share]}"/><text x="${marginLeft + 18 + index * 130}" y="45">sees ${share}</text>`,
    ),
    ...ticks.map(
      (tick) =>
        `<line x1="${x(tick)}" x2="${x(tick)}" y1="54" y2="${height - 28}" stroke="#ddd"/><text x="${x(tick)}" y="${height - 12}" text-anchor="middle">${tick}</text>`,
    ),
    ...rows.flatMap((row, index) => {
      const top = 60 + index * rowHeight
      return [
        `<text x="${marginLeft - 10}" y="${top + 24}" text-anchor="end">${escapeXml(row.name)}</text>`,
        ...visibleShares.flatMap((share, index) => {
          const { p50, p95 } = row.searches[share]
          const y = top + index * (barHeight + 4)
          return [
            `<rect x="${marginLeft}" y="${y}" width="${Math.max(1, x(p50) - marginLeft).toFixed(1)}" height="${barHeight}" fill="${fills[share]}"/>`,
            `<line x1="${x(p50).toFixed(1)}" x2="${x(p95).toFixed(1)}" y1="${y + barHeight / 2}" y2="${y + barHeight / 2}" stroke="#333"/>`,
          ]
        }),
      ]
    }),
    '</svg>',
    '',
  ].join('\n')
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
