const maxLines = 200

/** Returns the text of the first heading of a Markdown text, of at most that level, outside code blocks. */
export function markdownTitle(content: string, maxLevel = 1): string | undefined {
  const heading = new RegExp(`^ {0,3}#{1,${maxLevel}}[ \\t]+(\\S.*)$`)
  let fence = ''
  for (const line of content.split('\n', maxLines)) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1]
    if (mark && (fence === '' || (mark.startsWith(fence) && line.trim() === mark))) fence = fence === '' ? mark : ''
    if (fence !== '') continue
    const title = withoutClosingMarks(heading.exec(line.trimEnd())?.[1] ?? '')
    if (title !== '') return title
  }
  return undefined
}

/** Removes the `#` that may close a heading; those of a word stay: "Learn C#". The look-behind keeps rows of blanks linear. */
export function withoutClosingMarks(title: string): string {
  return title.replace(/(?:^|(?<![ \t])[ \t]+)#+$/, '')
}
