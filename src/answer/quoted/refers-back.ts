import { stripListMarker } from '../list-marker.ts'
import type { AnswerUnit } from './answer-units.ts'
import { codeAround } from './unit-run.ts'

/**
 * Words at the beginning of a sentence that point to the one before it. Left out: words that often begin a sentence of their
 * own, as German "Sie" (you) and "Das" (an article).
 */
const openings: Record<string, string> = {
  en: 'It|Its|They|Their|Them|This|These|Those|That|He|She|His|Her|Such|However|Otherwise|Instead|Then|But|So|Also|If so|If not|Only then|Afterwards|Both|Neither|None of them|(?:Above|Below|Beyond) that|(?:In|For|With|By|At|On|To|Of|Under|Within|Until|Since|Through|Without|After|Before|From|During|Because of|Instead of|Apart from|In addition to|To do|We do|You do|You can do) (?:this|that|these|those|such)|The (?:other|others|rest|same|latter|former|second|third|remaining|remainder|difference)',
  de: 'Er|Dies|Diese[rsmn]?|Jene[rsmn]?|Dabei|Dadurch|Dafür|Dagegen|Daher|Damit|Danach|Dann|Daraus|Darin|Darüber|Davon|Davor|Dazu|Deshalb|Deswegen|Außerdem|Jedoch|Stattdessen|Trotzdem|Andernfalls|Sonst|In diesem Fall',
  fr: 'Il|Elle|Ils|Elles|Ceci|Cela|Ce|Cet|Cette|Ces|Celui-ci|Celle-ci|Cependant|Toutefois|Ensuite|Sinon|De plus|Dans ce cas|Pour cela',
  es: 'Él|Ella|Ellos|Ellas|Est[ea]|Estos|Estas|Esto|Es[ea]|Esos|Esas|Eso|Sin embargo|Además|Entonces|Después|Por eso|En ese caso|En este caso|De lo contrario',
  ja: 'これ|それ|この|その|こう|そう|また|ただし|しかし|なお',
}
const openingPatterns = patternsOf(openings)
/** Words at the beginning of a sentence that limits what the one before it says. */
const limits: Record<string, string> = {
  en: 'But|However|Otherwise|If not|Except|Exceptions?|Unless|(?:Above|Below|Beyond|After) that|Later(?= ?[:,–-])',
  de: 'Aber|Jedoch|Allerdings|Andernfalls|Sonst|Ansonsten|Ausgenommen|Ausnahmen?|Es sei denn',
  fr: 'Mais|Cependant|Toutefois|Sinon|Sauf|Exceptions?|Au-delà',
  es: 'Pero|Sin embargo|De lo contrario|Si no|Excepto|Salvo|Excepción|Excepciones',
  ja: 'ただし|しかし',
}
/** "Pelicans are excluded." */
const exclusion =
  /^(?:\S+ ){1,8}(?:is|are) (?:(?:also )?(?:excluded|exempt(?:ed)?|an exception|exceptions)|not (?:included|covered))[.!]?$/
/** "Plugins loaded this way". */
const withinSentence = /^(?:\S+ ){1,4}(?:this|that) way\b/

const limitPatterns = patternsOf(limits)

function patternsOf(words: Record<string, string>): ReadonlyMap<string, RegExp> {
  return new Map(
    Object.entries(words).map(([language, alternatives]) => [
      language,
      new RegExp(`^(?:${alternatives})${language === 'ja' ? '' : '(?!\\p{L})'}`, 'u'),
    ]),
  )
}

/** Tells whether a sentence limits what the one before it says: "Otherwise", "Weekends are excluded." */
export function limitsPrevious({ text, passage }: Pick<AnswerUnit, 'text' | 'passage'>): boolean {
  const { language } = passage.document
  return limitPatterns.get(language)?.test(text) === true || (language === 'en' && exclusion.test(text))
}

/** Tells whether a sentence begins with words that point to the sentence before it: "To do this", "They". */
export function refersBack({ text, passage }: Pick<AnswerUnit, 'text' | 'passage'>): boolean {
  const { language } = passage.document
  const sentence = stripListMarker(text)
  if (openingPatterns.get(language)?.test(sentence)) return true
  return language === 'en' && (withinSentence.test(sentence) || exclusion.test(sentence))
}

/** Returns the sentence, after the one or the code that it refers to or continues. */
export function withReferent(siblings: readonly AnswerUnit[], at: number): AnswerUnit[] {
  const [previous, unit] = [siblings[at - 1], siblings[at]!]
  const continues = continuesCode(siblings, at)
  if (!previous || !(continues || refersBack(unit))) return [unit]
  if (previous.kind === 'code') {
    const { units, start } = codeAround(siblings, at - 1)
    const beginning = continues && start > 0 ? [siblings[start - 1]!] : []
    return [...beginning, ...units, unit]
  }
  if (previous.kind !== 'sentence') return [unit]
  return continuesCode(siblings, at - 1) ? [...withReferent(siblings, at - 1), unit] : [previous, unit]
}

/** Tells whether the unit goes on with a sentence that code interrupts: "and fill in both halves." */
function continuesCode(siblings: readonly AnswerUnit[], at: number): boolean {
  return siblings[at - 1]?.kind === 'code' && siblings[at]!.kind !== 'code' && /^\p{Ll}/u.test(siblings[at]!.text)
}
