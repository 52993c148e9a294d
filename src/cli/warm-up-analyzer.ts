import { setImmediate as nextTurn } from 'node:timers/promises'

/**
 * Warms up the text analyzer with synthetic words until `isOver`. A question analyzes thousands of words, and compiled code
 * does so twice as fast.
 */
export async function warmUpAnalyzer(isOver: () => boolean): Promise<void> {
  const { analyze } = await import('../ingest/analyze.ts')
  for (const stem of sampleStems) {
    // Yields to other work between stems.
    await nextTurn()
    if (isOver()) return
    analyze(sampleSuffixes.map((suffix) => stem + suffix).join(' '), 'en')
  }
}

const sampleStems = (
  'accept act add arrang believ call carr collect connect consider creat deliver depend develop direct employ ' +
  'form happ harbour happen hop import inform interest learn manag meet nation note offer open oper organiz ' +
  'pay person plan plann possib present produc provid reason relat report requir respons run select serv ' +
  'settl sign stud support system teach trad travel understand us util valu verif visit walk warn work writ'
).split(' ')
const sampleSuffixes = (
  ' s e es ed er ers ing ings y ies ied ly able ably ability al ally ation ations ational ator ence ent ently ' +
  'ement ements ful fully fulness ible ic ical ically ion ional ish ism ist istic ity ive iveness ization ize ized less ness ous ously'
).split(' ')
