import type { ConnectionKind } from './setting-fields.ts'

/** Other words that people look for. */
const keywords: Record<string, string> = {
  folder: 'directory local disk network drive nfs smb files',
  rclone: 'cloud storage bucket aws azure blob box nextcloud owncloud ftp gcs shared drive',
  web: 'website internet crawl html pages documentation docs intranet',
  git: 'gitlab bitbucket gitea forgejo repo markdown',
  github: 'tickets prs code review',
  mediawiki: 'wikipedia wiki',
  imap: 'email e-mail gmail outlook exchange inbox messages',
  feed: 'rss atom news blog',
}

/** Returns the kinds that contain every word of the text, in their own order. */
export function findKinds(kinds: readonly ConnectionKind[], text: string): ConnectionKind[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  return kinds.filter(({ kind, name, description }) => {
    const searched = `${kind} ${name} ${description} ${keywords[kind] ?? ''}`.toLowerCase()
    return words.every((word) => searched.includes(word))
  })
}
