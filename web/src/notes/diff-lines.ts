/** A line of the comparison of two texts. */
export interface DiffLine {
  kind: 'same' | 'added' | 'removed'
  text: string
}

/** Above this size all old lines are shown as removed and all new ones as added. */
const maxLcsCells = 4_000_000

/** Compares two texts line by line, by their longest common subsequence. */
export function diffLines(before: string, after: string): DiffLine[] {
  const old = before.split('\n')
  const now = after.split('\n')
  let start = 0
  while (start < old.length && start < now.length && old[start] === now[start]) start += 1
  let end = 0
  while (
    end < old.length - start &&
    end < now.length - start &&
    old[old.length - 1 - end] === now[now.length - 1 - end]
  )
    end += 1
  return [
    ...toDiffLines('same', old.slice(0, start)),
    ...diffByLcs(old.slice(start, old.length - end), now.slice(start, now.length - end)),
    ...toDiffLines('same', old.slice(old.length - end)),
  ]
}

function toDiffLines(kind: DiffLine['kind'], texts: readonly string[]): DiffLine[] {
  return texts.map((text) => ({ kind, text }))
}

function diffByLcs(old: readonly string[], now: readonly string[]): DiffLine[] {
  if (old.length * now.length > maxLcsCells) return [...toDiffLines('removed', old), ...toDiffLines('added', now)]
  const width = now.length + 1
  const common = new Uint32Array((old.length + 1) * width)
  const at = (i: number, j: number) => common[i * width + j] as number
  for (let i = old.length - 1; i >= 0; i -= 1)
    for (let j = now.length - 1; j >= 0; j -= 1)
      common[i * width + j] = old[i] === now[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
  const result: DiffLine[] = []
  let i = 0
  let j = 0
  while (i < old.length || j < now.length) {
    if (i < old.length && j < now.length && old[i] === now[j]) {
      result.push({ kind: 'same', text: old[i] as string })
      i += 1
      j += 1
    } else if (i < old.length && (j === now.length || at(i + 1, j) >= at(i, j + 1))) {
      result.push({ kind: 'removed', text: old[i] as string })
      i += 1
    } else {
      result.push({ kind: 'added', text: now[j] as string })
      j += 1
    }
  }
  return result
}
