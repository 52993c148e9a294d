import { escapeHtml, htmlTable } from '../html-writer.ts'
import type { OfficePackage } from './office-package.ts'

interface Series {
  name: string
  categories: string[]
  values: string[]
}

/** Points of one series that are read; more are measurements that nobody reads as text. */
const maxPoints = 200

/** Returns the data of a chart as a table, below the title of the chart. */
export async function readChart(parts: OfficePackage, path: string): Promise<string> {
  let title = ''
  let series: Series | undefined
  const all: Series[] = []
  const open: string[] = []
  let point = 0
  await parts.walk(path, {
    open(name, { idx }) {
      open.push(name)
      if (name === 'c:ser') {
        series = { name: '', categories: [], values: [] }
        all.push(series)
      } else if (name === 'c:pt') point = Number(idx)
      return undefined
    },
    close(name) {
      open.pop()
      if (name === 'c:ser') series = undefined
      if (name === 'a:p' && title !== '') title += ' '
    },
    text(text) {
      const name = open.at(-1)
      if (name === 'a:t' && series === undefined && open.includes('c:title') && !open.includes('c:plotArea'))
        title += text
      if (name !== 'c:v' || series === undefined || !(point >= 0 && point < maxPoints)) return
      const list =
        open.includes('c:cat') || open.includes('c:xVal')
          ? series.categories
          : open.includes('c:val') || open.includes('c:yVal')
            ? series.values
            : undefined
      if (list !== undefined) list[point] = (list[point] ?? '') + text
      else if (open.includes('c:tx')) series.name += text
    },
  })
  const heading = title.trim() === '' ? '' : `<p>${escapeHtml(title.trim())}</p>`
  const count = Math.max(0, ...all.map(({ values }) => values.length))
  if (count === 0) return heading
  const categories = all.find((one) => one.categories.length > 0)?.categories ?? []
  const rows = Array.from({ length: count }, (_, index) => [
    escapeHtml(categories[index] ?? ''),
    ...all.map(({ values }) => escapeHtml(roundNumber(values[index] ?? ''))),
  ])
  return heading + htmlTable([['', ...all.map(({ name }) => escapeHtml(name))], ...rows])
}

/** Removes the error of binary fractions: 0.30000000000000004 is 0.3. */
function roundNumber(text: string): string {
  const value = Number(text)
  return text.trim() === '' || Number.isNaN(value) ? text : String(Number(value.toPrecision(12)))
}
