import { plainWords } from '../../ingest/plain-words.ts'

/** Words that thank, greet or agree. */
const acknowledgements =
  words(`thanks thank thankyou thx ty cheers ok okay great cool nice perfect awesome excellent super
  hi hello hey bye goodbye understood
  danke dankeschön vielendank dank hallo tschüss klasse perfekt prima verstanden toll
  merci bonjour salut parfait compris gracias hola perfecto vale grazie ciao perfetto obrigado obrigada bedankt tak tack
  どうも ありがとう ありがとうございます ありがとうございました 了解 了解です 了解しました わかりました こんにちは 谢谢 谢谢你 감사합니다`)

/** Words that only stand beside them: "thank you so much for your help". */
const companions =
  words(`you your all so very much many a lot again for the that this it is was help helpful quick answer i got see good there and
  dir euch ihnen vielen besten schönen herzlichen schön sehr gut ganz alles klar für die das deine eure ihre hilfe antwort und
  beaucoup bien à toi vous et pour votre aide muchas mil muy y por tu su ayuda mille tante molto e muito dank je u wel heel`)

/**
 * Tells whether somebody only thanks, greets or agrees ("ok, thank you!"). Such a turn asks for nothing: it takes nothing from
 * the question before it, and the question after it takes nothing from it.
 */
export function isAcknowledgement(question: string): boolean {
  const typed = plainWords(question.normalize('NFC'))
  return (
    typed.some((word) => acknowledgements.has(word)) &&
    typed.every((word) => acknowledgements.has(word) || companions.has(word))
  )
}

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/))
}
