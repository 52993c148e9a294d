const sizeUnits = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

/** Returns the size of a file in a unit that people read: "48 kB". */
export function formatSize(sizeBytes: number): string {
  const power = Math.min(sizeUnits.length - 1, Math.floor(Math.log10(Math.max(1, sizeBytes)) / 3))
  return new Intl.NumberFormat(undefined, {
    style: 'unit',
    unit: sizeUnits[power],
    unitDisplay: power === 0 ? 'long' : 'short',
    maximumFractionDigits: power < 2 ? 0 : 1,
  }).format(sizeBytes / 1000 ** power)
}
