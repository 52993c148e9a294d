import type { Attachment } from '../../../sdk/src/operations.ts'
import { attachmentPath } from '../components/attachment-path.ts'
import { escapeLabel } from '../editor/escape-label.ts'

/** Returns the Markdown that shows a picture or links to a file. */
export function attachmentLink({ id, name, mediaType }: Pick<Attachment, 'id' | 'name' | 'mediaType'>): string {
  return `${mediaType.startsWith('image/') ? '!' : ''}[${escapeLabel(name)}](${attachmentPath(id)})`
}
