import { type FormatReader, UnreadableFileError } from '../file-text.ts'
import { type InnerFile, readInnerFiles } from '../inner-files.ts'
import { openZipArchive } from '../zip-archive.ts'

/** Reads each file of a zip archive. Files are unpacked one by one, each after a look at its size. */
export const readZip: FormatReader = async (bytes, context) => {
  // The sum of all sizes is no reason to refuse: large videos beside documents are only skipped.
  const limits = { ...context.limits, unpackedBytes: Number.MAX_SAFE_INTEGER }
  const files = await openZipArchive(bytes, limits)
  return readArchive(
    [...files.values()].map(({ path, sizeBytes, read }) => ({ name: path, sizeBytes, read })),
    context,
  )
}

/** Returns the files of an archive as sections. Files that operating systems and Office programs add are left out silently. */
export async function readArchive(
  files: InnerFile[],
  context: Parameters<typeof readInnerFiles>[1],
): ReturnType<FormatReader> {
  const wanted = files.filter(({ name }) => !systemFile.test(name))
  if (wanted.length === 0) throw new UnreadableFileError('empty')
  const { sections, skipped } = await readInnerFiles(wanted, context, { headingLevel: 1 })
  return { type: 'html', content: sections.join('\n'), skipped }
}

const systemFile = /(?:^|\/)(?:__MACOSX\/|\._|\.DS_Store$|Thumbs\.db$|desktop\.ini$|~\$|\.~lock\.)/
