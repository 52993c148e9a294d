import { analyze } from '../../ingest/analyze.ts'
import { bareText } from './absence-statements.ts'

// Lists of sources that a model writes by itself, below its answer or after a sentence. The answer has its own numbers.

const word =
  '(?:sources?|references?|citations?|footnotes?|quellen?|quellenangaben?|belege?|références?|fuentes?|referencias?|fontes?|referências?|fonti|riferimenti|bron|bronnen|источники?|kaynak(?:ça|lar)?|来源|來源|参考(?:资料|文献)?|出典|출처|참고|المصادر|المصدر|nguồn|แหล่งที่มา|स्रोत)'
const title = new RegExp(`^(?:(?:the|list of) )?${word}(?: (?:used|cited|consulted))?$`, 'iu')
const labelled = new RegExp(`^${word}\\s*[:：]\\s*(?<names>.+)$`, 'isu')
/** Words beside the title of a source. */
const asideTerms = new Set(
  analyze('document file last link note page passage path section source title updated version', 'en'),
)

/** Tells whether a heading, label or line announces a list of sources: "Sources:", "## References". */
export function announcesReferences(text: string): boolean {
  return title.test(withoutMarks(text))
}

/** Returns a check whether a text only names sources: titles, headings and paths, and no more than a date beside them. */
export function createReferenceCheck(
  titles: readonly string[],
  language: string,
): (text: string, isListed: boolean) => boolean {
  const termsOf = (text: string) => analyze(text, language).filter((term) => !/^\d/.test(term))
  let known: ReadonlySet<string>[] | undefined
  return (text, isListed) => {
    const bare = withoutMarks(text)
    const names = isListed ? bare : labelled.exec(bare)?.groups?.names
    if (names === undefined) return false
    known ??= titles.map((one) => new Set(termsOf(one)))
    return names.split(/;\s+/).every((name) => {
      const terms = termsOf(name).filter((term) => !asideTerms.has(term))
      return known!.some((own) => terms.every((term) => own.has(term)))
    })
  }
}

function withoutMarks(text: string): string {
  return bareText(text.replace(/[*_`]/g, ''))
}
