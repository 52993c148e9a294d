import { AppError } from '../../errors.ts'
import type { FileReader } from '../../files/file-reader.ts'
import { forEachConcurrent } from '../for-each-concurrent.ts'
import { groupByDepth } from '../group-by-depth.ts'
import type { ImportTarget } from './import-target.ts'
import type { Journal } from './journal.ts'
import { type ImportPlan, type PlannedPage, planImport } from './plan-import.ts'
import { type FileProblem, isPageOfFolder } from './scan-folder.ts'
import { type PageWriterDeps, writePage } from './write-page.ts'

export interface ImportSummary {
  created: number
  changed: number
  unchanged: number
  removed: number
  failed: number
  errors: FileProblem[]
  /** Files of kinds that are not imported, with the reason. */
  skipped: FileProblem[]
}

export interface ImportFolderOptions {
  directory: string
  target: ImportTarget
  journal: Journal
  maxFileBytes: number
  fileReader: Pick<FileReader, 'read'>
  isPruning: boolean
  onPage: (done: number, total: number) => void
}

/** Pages read and written at the same time. */
const pageConcurrency = 16

/** Writes the pages of a folder to a target, parents before children. A page that fails doesn't stop the others. */
export async function importFolder(options: ImportFolderOptions): Promise<ImportSummary> {
  const { directory, target, journal, maxFileBytes, fileReader, isPruning, onPage } = options
  const plan = planImport(directory, target, journal, maxFileBytes)
  const summary: ImportSummary = {
    created: 0,
    changed: 0,
    unchanged: 0,
    removed: 0,
    failed: 0,
    errors: plan.problems,
    skipped: plan.skipped,
  }
  const onSkipped = (problem: FileProblem) => void summary.errors.push(problem)
  const writer: PageWriterDeps = { directory, plan, target, journal, maxFileBytes, fileReader, onSkipped }
  const incomplete: PlannedPage[] = []
  let done = 0
  for (const level of groupByDepth(plan.pages, ({ depth }) => depth)) {
    await forEachConcurrent(level, pageConcurrency, async (page) => {
      const written = await attempt(page, () => writeOrPlaceholder(writer, page, summary.errors))
      if (written) summary[written.outcome] += 1
      if (written && !written.isComplete) incomplete.push(page)
      onPage(++done, plan.pages.length)
    })
  }
  await forEachConcurrent(incomplete, pageConcurrency, async (page) => {
    await attempt(page, () => writePage(writer, page))
  })
  if (isPruning) summary.removed = await prune(options, plan, summary.errors)
  journal.compact()
  for (const list of [summary.errors, summary.skipped]) list.sort((a, b) => (a.file < b.file ? -1 : 1))
  summary.failed = summary.errors.length
  return summary

  async function attempt<T>(page: PlannedPage, work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work()
    } catch (error) {
      summary.errors.push({ file: page.file ?? page.path, message: importErrorMessage(error) })
      return undefined
    }
  }
}

/** Writes a parent without its content if that fails, so that its subpages don't fail as well. */
async function writeOrPlaceholder(writer: PageWriterDeps, page: PlannedPage, errors: FileProblem[]) {
  if (page.isUnread) return keepOrPlaceholder(writer, page)
  if (page.file === undefined || !page.isParent || !writer.target.hasTree) return writePage(writer, page)
  try {
    return await writePage(writer, page)
  } catch (error) {
    errors.push({ file: page.file, message: importErrorMessage(error) })
    return keepOrPlaceholder(writer, page)
  }
}

/** Leaves a page as an earlier import wrote it; without one, writes a page without content. */
async function keepOrPlaceholder(writer: PageWriterDeps, page: PlannedPage) {
  if (page.id !== undefined && writer.target.isStored(page.id)) return undefined
  page.file = undefined
  return writePage(writer, page)
}

/**
 * Removes pages that an earlier run wrote and that are no longer in the folder, the deepest first; returns their number.
 * Paths don't always show which page is the parent, so pages that still had subpages are tried again.
 */
async function prune(
  { directory, target, journal }: ImportFolderOptions,
  plan: ImportPlan,
  errors: FileProblem[],
): Promise<number> {
  if (plan.paths.size === 0 && journal.entries.size > 0) {
    errors.push({ file: directory, message: 'has no pages, as a drive that is not mounted. Nothing was removed.' })
    return 0
  }
  const usedIds = new Set(plan.pages.map((page) => page.id))
  // A folder that cannot be read can still have its pages, and one whose index page cannot be read is a page.
  const isUnread = (path: string) =>
    plan.problems.some(({ file }) => path === file || path.startsWith(`${file}/`) || isPageOfFolder(file, path))
  const gone = [...journal.entries].filter(([path]) => !plan.paths.has(path) && !isUnread(path))
  let remaining = gone.sort(([a], [b]) => b.split('/').length - a.split('/').length)
  let removed = 0
  for (let before = -1; before !== removed; ) {
    before = removed
    const skipped: typeof remaining = []
    for (const entry of remaining) {
      const [path, { id }] = entry
      try {
        // The page moved within the folder and still has the id that it chose.
        const isMoved = usedIds.has(id)
        if (!isMoved && !(await target.remove(id))) {
          skipped.push(entry)
          continue
        }
        if (!isMoved) removed += 1
        journal.forget(path)
      } catch (error) {
        errors.push({ file: path, message: importErrorMessage(error) })
      }
    }
    remaining = skipped
  }
  return removed
}

function importErrorMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const details = error instanceof AppError ? Object.entries(error.details ?? {}) : []
  return [error.message, ...details.map(([field, problem]) => `${field} ${problem.message}`)].join('; ')
}
