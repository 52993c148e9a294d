const dialogueMark =
  /^(\s{0,3}\**)(?:(Q|A|F|P|R|Question|Answer|Frage|Antwort|Réponse|Pregunta|Respuesta)\s?:|([QA])\.)\s+(?=\S)/i
const answerMarks = new Map([
  ['q', ['a', 'r']],
  ['f', ['a']],
  ['p', ['r']],
  ['question', ['answer', 'réponse']],
  ['frage', ['antwort']],
  ['pregunta', ['respuesta']],
])

/** Returns a line without the mark of a question or its answer: "Q: Can I bring flowers?", "A: Yes."; undefined without one. */
export function withoutDialogueMark(lines: readonly string[], index: number): string | undefined {
  const line = lines[index] as string
  const mark = markOf(line)
  if (mark === undefined) return undefined
  const markAt = (step: number) => {
    const near = lines[index + step]?.trim() || lines[index + 2 * step]
    return markOf(near ?? '') ?? ''
  }
  const isPaired = answerMarks.get(mark)?.includes(markAt(1)) || answerMarks.get(markAt(-1))?.includes(mark)
  return isPaired ? line.replace(dialogueMark, '$1') : undefined
}

function markOf(line: string): string | undefined {
  const [, , mark, initial] = dialogueMark.exec(line) ?? []
  return (mark ?? initial)?.toLowerCase()
}
