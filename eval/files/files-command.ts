import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { Terminal } from '../../src/cli/terminal.ts'
import { createFileReader, type FileReading } from '../../src/files/file-reader.ts'
import { type FileText, UnreadableFileError } from '../../src/files/file-text.ts'
import { addShare, type ExpectedFile, type FileScore, measureFile, type Share } from './measure-file.ts'

const help = `Reads files as the service does, in a child process, and compares the text with what is expected of it.

Usage: npm run eval -- files DIR [options]

DIR contains files, expected.jsonl with the facts, headings and table cells of each, and hostile/ with files that must end
within the limits. "pdftotext" is measured beside if it is installed.

Options:
  --verbose   Also list what was not found.`

/** Runs `npm run eval -- files`; resolves to the exit code. */
export async function runFilesCommand(argv: readonly string[], { stdout, stderr }: Terminal): Promise<number> {
  const [directory] = argv.filter((argument) => !argument.startsWith('--'))
  const unknown = argv.filter((argument) => argument.startsWith('--') && !['--verbose', '--help'].includes(argument))
  if (argv.includes('--help') || unknown.length > 0 || !directory) {
    ;(argv.includes('--help') ? stdout : stderr).write(`${help}\n`)
    return argv.includes('--help') ? 0 : 2
  }
  const print = (line: string) => stdout.write(`${line}\n`)
  const readings = new Map<string, FileReading>()
  const reader = createFileReader({ onRead: (reading) => readings.set(reading.name, reading) })
  const read = async (folder: string, name: string): Promise<FileText | UnreadableFileError> => {
    try {
      return await reader.read(readFileSync(join(folder, name)), { name })
    } catch (error) {
      if (error instanceof UnreadableFileError) return error
      throw error
    }
  }
  try {
    const expectedFiles = readExpected(directory)
    // The first file of a process pays for its start.
    for (const { file } of expectedFiles.slice(0, 1)) await read(directory, file)
    const formats = new Map<string, FormatFigures>()
    for (const expected of expectedFiles) {
      const { file } = expected
      const text = await read(directory, file)
      const score = measureFile(expected, text)
      addFigures(formats, extname(file).slice(1), score, countPages(text), readings.get(file))
      if (argv.includes('--verbose') && score.misses.length > 0)
        print(`${file}:\n${score.misses.map((miss) => `  ${miss}`).join('\n')}`)
      const pdfScore = extname(file) === '.pdf' ? measurePdftotext(directory, expected) : undefined
      if (pdfScore) addFigures(formats, 'pdf by pdftotext', pdfScore.score, countPages(text), pdfScore.reading)
    }
    print(formatTable(formats))
    const hostile = join(directory, 'hostile')
    if (!existsSync(hostile)) return 0
    print('\n| hostile file | outcome | seconds | peak memory, MB |\n|---|---|---|---|')
    for (const name of readdirSync(hostile).sort(new Intl.Collator('en', { numeric: true }).compare)) {
      await read(hostile, name)
      const { outcome = 'empty', durationMs = 0, peakBytes = 0 } = readings.get(name) ?? {}
      print(`| ${name} | ${outcome} | ${(durationMs / 1000).toFixed(1)} | ${toMegabytes(peakBytes)} |`)
    }
    return 0
  } finally {
    await reader.close()
  }
}

interface FormatFigures extends Omit<FileScore, 'misses'> {
  files: number
  pages: number
  durationMs: number
  peakBytes: number
}

function readExpected(directory: string): ExpectedFile[] {
  const lines = readFileSync(join(directory, 'expected.jsonl'), 'utf8').trim().split('\n')
  return lines.map((line) => JSON.parse(line) as ExpectedFile)
}

function countPages(text: FileText | UnreadableFileError): number {
  return text instanceof UnreadableFileError ? 0 : (text.content.match(/<section data-page=/g) ?? []).length
}

function addFigures(
  formats: Map<string, FormatFigures>,
  format: string,
  score: FileScore,
  pages: number,
  reading: Pick<FileReading, 'durationMs' | 'peakBytes'> | undefined,
): void {
  const sum = formats.get(format)
  const none = { found: 0, of: 0 }
  formats.set(format, {
    files: (sum?.files ?? 0) + 1,
    pages: (sum?.pages ?? 0) + pages,
    facts: addShare(sum?.facts ?? none, score.facts),
    headings: addShare(sum?.headings ?? none, score.headings),
    cells: addShare(sum?.cells ?? none, score.cells),
    outcomes: addShare(sum?.outcomes ?? none, score.outcomes),
    durationMs: (sum?.durationMs ?? 0) + (reading?.durationMs ?? 0),
    peakBytes: Math.max(sum?.peakBytes ?? 0, reading?.peakBytes ?? 0),
  })
}

function formatTable(formats: Map<string, FormatFigures>): string {
  const rows = [...formats].map(([format, figures]) => formatRow(format, figures))
  const ours = [...formats].filter(([format]) => !format.includes(' ')).map(([, figures]) => figures)
  const [first, ...rest] = ours
  if (first) {
    const total = rest.reduce(
      (sum, figures) => ({
        files: sum.files + figures.files,
        pages: sum.pages + figures.pages,
        facts: addShare(sum.facts, figures.facts),
        headings: addShare(sum.headings, figures.headings),
        cells: addShare(sum.cells, figures.cells),
        outcomes: addShare(sum.outcomes, figures.outcomes),
        durationMs: sum.durationMs + figures.durationMs,
        peakBytes: Math.max(sum.peakBytes, figures.peakBytes),
      }),
      first,
    )
    rows.push(formatRow('all', total))
  }
  return [
    '| format | files | facts in order | headings | table cells | outcomes | per second | peak memory, MB |',
    '|---|---|---|---|---|---|---|---|',
    ...rows,
  ].join('\n')
}

function formatRow(format: string, figures: FormatFigures): string {
  const { files, pages, durationMs, peakBytes } = figures
  const perSecond = (amount: number) => ((amount * 1000) / durationMs).toFixed(1)
  const speed = format.startsWith('pdf') ? `${perSecond(pages)} pages` : `${perSecond(files)} files`
  const shares = [figures.facts, figures.headings, figures.cells, figures.outcomes].map(formatShare)
  return `| ${[format, files, ...shares, speed, peakBytes ? toMegabytes(peakBytes) : '–'].join(' | ')} |`
}

function formatShare({ found, of }: Share): string {
  return of === 0 ? '–' : `${Math.floor((found * 1000) / of) / 10} % (${found} of ${of})`
}

function toMegabytes(bytes: number): number {
  return Math.round(bytes / 1024 / 1024)
}

/** Reads a PDF with poppler's pdftotext. Its text has no headings and no tables, so only facts are compared. */
function measurePdftotext(directory: string, expected: ExpectedFile) {
  const startedAt = performance.now()
  const run = spawnSync('pdftotext', ['-q', join(directory, expected.file), '-'], { encoding: 'utf8' })
  if (run.error) return undefined
  const content = run.stdout.replace(/[&<]/g, (character) => (character === '&' ? '&amp;' : '&lt;'))
  const text: FileText | UnreadableFileError =
    run.status === 0 && content.trim() !== ''
      ? { type: 'html', content, skipped: [] }
      : new UnreadableFileError(run.status === 0 ? 'no-text' : 'encrypted')
  const score = measureFile({ ...expected, headings: [], table: [] }, text)
  return { score, reading: { durationMs: performance.now() - startedAt, peakBytes: 0 } }
}
