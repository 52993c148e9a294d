const ones = 'one two three four five six seven eight nine'.split(' ')
const teens = 'ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(' ')
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')

/** The English words for 1 to 99. The longest come first, so that a pattern of them finds "twenty-one", not "twenty". */
export const numberWords: ReadonlyMap<string, number> = new Map([
  ...tens.flatMap((ten, i) => ones.map((one, j) => [`${ten}-${one}`, 10 * (i + 2) + j + 1] as const)),
  ...tens.map((ten, i) => [ten, 10 * (i + 2)] as const),
  ...teens.map((teen, i) => [teen, 10 + i] as const),
  ...ones.map((one, i) => [one, i + 1] as const),
])

/** The alternatives of a pattern for number words, to put between the boundaries that the pattern needs. */
export const anyNumberWord = [...numberWords.keys()].join('|')
