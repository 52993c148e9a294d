// What models write around an answer: labels before a sentence, courtesies at the beginning, offers at the end.

const formLabel =
  /^(?:(?:the )?(?:short|quick|brief|direct|final|simple|main|key) (?:answer|summary|takeaways?|points?|facts?|version)|answer|summary|in (?:short|summary|brief)|tl;? ?dr|bottom line|key takeaways?|takeaways?|conclusion|(?:please )?note|important(?: note)?|nb|n\.b\.|tip|hint|caveat|warning|caution|reminder|exceptions?|in addition|additionally|(?:kurze |kurz)?antwort|kurz(?:fassung| gesagt)?|zusammenfassung|fazit|hinweis|wichtig(?:er hinweis)?|achtung|anmerkung|ausnahmen?|réponse(?: courte)?|en (?:bref|résumé)|résumé|remarque|attention|important|à noter|respuesta(?: corta| breve)?|resumen|en resumen|nota|importante|atención|resposta(?: curta)?|em resumo|resumo|atenção|risposta(?: breve)?|in breve|in sintesi|attenzione|(?:kort )?antwoord|kortom|samenvatting|let op|opmerking|belangrijk)$/iu

/** Tells whether the text is a label that says nothing by itself: "**Short answer:**". */
export function isFormLabel(text: string): boolean {
  return formLabel.test(text.replace(/[*_:：]/g, '').trim())
}

/** Returns the label before a claim, such as "**Short answer:** ", which says nothing by itself; '' for none. */
export function formLabelOf(text: string): string {
  const [label = '', words = ''] =
    /^[*_]{0,3}([^:：*_]{1,40}?)\s?(?:[*_]{1,3}\s?[:：]|[:：][*_]{0,3})\s*(?=\S)/u.exec(text) ?? []
  return isFormLabel(words) ? label : ''
}

const help =
  '(?:help|assist|explain|elaborate|expand|clarify|provide|give|show|draft|write|summari[sz]e|list|walk|go|look|check|find|search|answer|compare|break)'
const offers = [
  '^(?:please )?(?:just )?let me know\\b',
  "^(?:please )?(?:feel free|do not hesitate|don[’']t hesitate) to (?:ask|reach out|let me know)(?: me\\b|[.!]|$| (?:if|for|with|any|more|further|about)\\b)",
  '^(?:i )?hope (?:this|that|it) helps\\b',
  `^(?:i(?:[’']m| am)|i(?:[’']d| would) be|i(?:[’']ll| will) be)? ?(?:happy|glad) to ${help}\\b`,
  `\\b(?:if you(?: (?:want|like|wish|need|prefer|would like)|[’']d (?:like|prefer))|should you (?:want|need))\\b.*,? (?:i can|i could|let me know|just (?:ask|say|tell me)|i(?:[’']m| am) (?:happy|glad)|i(?:[’']d| would) be (?:happy|glad)|feel free to ask)\\b`,
  `^i can (?:also )?${help}\\b.*\\bif you\\b`,
  '^(?:would you like|do you want|shall i|should i|want|need) (?:me|i|any|more|further|additional|to know more|help|to see|a (?:summary|draft|table|list))\\b.*[?？]',
  '^(?:is there anything else|(?:do you have )?any (?:other|more|further) questions)\\b',
  '^(?:lass(?:en sie)? (?:es )?mich (?:gerne? )?wissen|sag(?:en sie)? (?:mir )?(?:gerne? )?(?:einfach )?bescheid|(?:wenn|falls) (?:du|sie|ihr) .*,? kann ich|möchte(?:st|n) (?:du|sie),? dass ich|soll ich|ich hoffe,? (?:das|dies) hilft|ich (?:helfe|erkläre) (?:dir |ihnen )?gerne?)',
  "^(?:n[’']hésite[sz]? pas|(?:faites|dis|dites)-(?:le[ -])?moi|si (?:vous|tu) .*, je peux|(?:souhaitez|veux|voulez)-(?:vous|tu) que je|j[’']espère que (?:cela|ça))",
  '^(?:¿(?:quieres|quiere|te gustaría|desea|deseas) que|no dudes? en (?:preguntar|consultar|avisar)|avísame|házmelo saber|si (?:quieres|quiere|deseas|desea|necesitas).*,? puedo|espero que (?:esto|te))',
].map((source) => new RegExp(source, 'iu'))
const courtesy =
  /^(?:sure(?: thing)?|certainly|of course|absolutely|(?:that(?:[’']s| is) a )?(?:great|good|excellent) question|thank(?:s| you)(?: for (?:asking|your question))?|hello|hi(?: there)?|gerne?|natürlich|selbstverständlich|bien sûr|avec plaisir|claro|por supuesto|certamente|natuurlijk)[!.,]*$/iu

const maxAsideLength = 400

/** Tells whether a sentence speaks for the model alone: "Sure!", "Let me know if you need more." */
export function isAside(text: string): boolean {
  const bare = text.replace(/[*_]/g, '').trim()
  if (bare.length > maxAsideLength) return false
  return courtesy.test(bare) || offers.some((pattern) => pattern.test(bare))
}
