import type { Attachment } from '../../../sdk/src/operations.ts'
import { attachmentPath } from '../components/attachment-path.ts'

/** Returns the Markdown that shows a picture or links to a file. */
export function attachmentLink({ id, name, mediaType }: Pick<Attachment, 'id' | 'name' | 'mediaType'>): string {
  const label = name.replace(/[\\[\]`*_<>&!~|]/g, '\\$&')
  return `${mediaType.startsWith('image/') ? '!' : ''}[${label}](${attachmentPath(id)})`
}
