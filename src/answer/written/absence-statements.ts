import { noAnswerMarker } from './prompt.ts'

// How models say that the notes don't answer: by the words of the prompt, or by their own.

/** Tells whether the model says that the passages don't answer, in the words of the prompt. */
export function isRefusalMarker(text: string): boolean {
  const bare = bareText(text).toUpperCase().replaceAll('_', ' ')
  return text.replaceAll('_', ' ').includes(noAnswerMarker) || bare === noAnswerMarker
}

/** Tells whether the sentence says that the notes don't say something, or that its writer can't. */
export function isAbsenceStatement(text: string): boolean {
  return isStatement(text) && [...absences, ...inabilities].some((pattern) => pattern.test(claimOf(text)))
}

/**
 * Tells whether the sentence says that something isn't known, without a word of notes or of its writer: "No information was
 * found." Notes can say that themselves, so that only a sentence that no passage supports is read as an absence.
 */
export function isUnknownStatement(text: string): boolean {
  return isStatement(text) && unknowns.some((pattern) => pattern.test(claimOf(text)))
}

/** Splits "It is 20 days, but the notes don't say for whom." at the contrast. */
export function splitAtContrast(text: string): string[] {
  return text.split(
    /(?:[,;:—–]\s*|(?<!\s)\s+)(?=(?:but|although|though|however|whereas|while|aber|mais|pero|mas|ma|maar)\b)/i,
  )
}

/** Returns the words without emphasis and the punctuation at the end. */
export function bareText(text: string): string {
  return text
    .replace(/\*\*|[*_`]/g, '')
    .replace(/(?<![\s.!?:。！？।…])[\s.!?:。！？।…]+$/, '')
    .trim()
}

/** Such a statement is short, and on a long text the patterns below take long. */
const maxStatementLength = 1000

/** A quotation or a condition is about such a statement, for example the rule of the prompt. */
function isStatement(text: string): boolean {
  return text.length <= maxStatementLength && !/["“”„«…:]|^(?:when|whenever|if|where)\b/i.test(claimOf(text))
}

/** Returns the words after "Note:". */
function claimOf(text: string): string {
  return bareText(text).replace(/^(?:(?:please )?note|nb|caveat|important|hinweis|anmerkung|remarque|nota) ?: /i, '')
}

const sources =
  '(?:notes?|passages?|documents|documentation|sources|handbook|knowledge base|context|(?:available|given|provided) information|information (?:provided|available|given)|(?:available|given|provided) texts?|excerpts?|snippets?|materials?)'
const theSources = `(?:the|these|those|your|any of the|what) (?:\\w+ ){0,2}${sources}`
const says =
  '(?:say|mention|state|specify|contain|cover|include|provide|describe|explain|give|list|name|define|address|answer|tell|indicate|discuss|set|detail|spell)'
const said =
  '(?:mentioned|stated|specified|covered|given|included|described|explained|listed|named|defined|addressed|documented|found|answered)'
const cannot =
  "(?:cannot|can not|can[’']t|could not|couldn[’']t|(?:is|am|was|are|were|[’']m)(?: not|n[’']t) able to|unable to|not possible to|impossible to)"

/** The sources don't say something. */
const absences = [
  `\\b${sources}\\b[^.;]{0,60}\\b(?:do not|does not|don['’]t|doesn['’]t|did not|didn['’]t|never)(?:,? (?!say|state)\\w+,?){0,2} ${says}`,
  `\\b${sources}\\b[^.;]{0,60}\\b(?:do not|does not|don['’]t|doesn['’]t) have (?:this|that|any|an answer|the answer|(?:enough )?information|details)\\b`,
  `\\b${sources}\\b[^.]{0,80}; they (?:do not|don['’]t) ${says}`,
  `\\b(?:(?:is|are|was|were) not|isn['’]t|aren['’]t|wasn['’]t|not) (?:\\w+ ){0,2}${said}\\b[^.;]{0,40}\\b(?:in|by) (?:the|these|those|your|any of the) (?:\\w+ ){0,2}${sources}`,
  `\\b(?:no|nothing|none)\\b[^.;]{0,60}\\b(?:in|of|among) (?:the|these|those|your) (?:\\w+ ){0,2}${sources}`,
  `\\bneither (?:of )?(?:the )?${sources}\\b`,
  `\\b${sources}\\b[^.;]{0,40}\\b(?:say|says|contain|contains|mention|mentions|include|includes|give|gives|provide|provides|have|has) (?:nothing|no|neither|none|insufficient)\\b`,
  `\\b${sources}\\b (?:is|are|remains?) silent\\b`,
  `\\b${sources}\\b (?:lacks?|fails? to ${says}|omits?)\\b`,
  `\\b(?:could not|couldn['’]t|cannot|can['’]t|did not|didn['’]t|do not|don['’]t) (?:\\w+ ){0,1}(?:find|see|tell|answer|determine|have)\\b[^.;]{0,80}\\b${sources}\\b`,
  `\\b${cannot} (?:be )?(?:\\w+ ){0,1}(?:answer|answered|determine|determined|say|tell|find|found|infer|inferred|see)\\b[^.;]{0,60}\\b(?:from|in|by|with|on|using) ${theSources}`,
  `\\b(?:from|in|on|with|using|to|given) ${theSources}\\b[^.;]{0,30}\\b(?:${cannot}|unclear|not clear)\\b`,
  `\\b(?:unclear|not clear|not evident) from ${theSources}`,
  '\\bbut (?:nothing|no (?:information|details?|mention)) (?:about|on|for|of|regarding)\\b',
  '\\b(?:Notizen|Dokumente?|Textstellen|Passagen|Quellen|Handbuch|Unterlagen)\\b[^.;]{0,80}\\b(?:nicht|nichts|kein\\p{L}*)\\b',
  '\\b(?:nicht|nichts|kein\\p{L}*)\\b[^.;]{0,60}\\b(?:Notizen|Dokumenten?|Textstellen|Passagen|Quellen|Handbuch|Unterlagen)\\b',
  '\\b(?:notes|documents|passages|sources)\\b[^.;]{0,40}\\bne\\b[^.;]{0,60}\\b(?:pas|rien|aucune?)\\b',
  '\\b(?:notas|documentos|pasajes|fuentes|passagens|fontes)\\b[^.;]{0,40}\\b(?:no|não)\\b',
  '\\b(?:note|documenti|passaggi|fonti)\\b[^.;]{0,40}\\bnon\\b',
  '\\b(?:notities|documenten|passages|bronnen)\\b[^.;]{0,60}\\b(?:niet|niets|geen)\\b',
  '(?:заметк|документ)\\p{L}{0,9}[^.;]{0,60}(?<!\\p{L})(?:не|нет)(?!\\p{L})',
  '(?:笔记|文档|資料|ノート)[^。]{0,20}(?:没有|未|不|ない|ません)',
].map(toPattern)

/** The writer doesn't know, or can't answer. Notes don't speak in the first person, and nobody cites that. */
const inabilities = [
  `\\bI(?: (?:do not|don['’]t) (?:\\w+ )?(?:know|have|see|find)| (?:did not|didn['’]t) (?:\\w+ )?(?:find|see)|(?: have|['’]ve)(?: not|n['’]t)? found (?:no|nothing|any)| found (?:no|nothing)| have no| see no)\\b`,
  `\\bI(?: \\w+)?(?: was| am)? ?${cannot} (?:\\w+ )?(?:answer|find|say|tell|determine|see|locate|confirm|help|assist|give|provide)\\b`,
  "^(?:sorry|apologies|unfortunately),? .*\\b(?:I|we) (?:cannot|can[’']t|could not|couldn[’']t)\\b",
  '^as an ai\\b',
  '(?<!\\p{L})ich (?:(?:leider|dazu|darauf|es|das|hierzu|diese Frage) )*(?:kann|habe|konnte|weiß|finde|fand)(?!\\p{L}).*\\b(?:nicht|nichts|kein\\p{L}*)\\b',
  '(?<!\\p{L})(?:kann|habe|konnte|weiß|finde) ich\\b.*\\b(?:nicht|nichts|kein\\p{L}*)\\b',
  "\\bje (?:ne |n[’'])(?:peux|sais|trouve|dispose|suis|ai|parviens)\\b.*\\b(?:pas|rien|aucune?)\\b",
  '(?<!\\p{L})no (?:lo )?(?:puedo|sé|encontré|he encontrado|encuentro|tengo información|dispongo)(?!\\p{L})',
  '(?<!\\p{L})não (?:sei|posso responder|encontrei|consigo|consegui|tenho informaç\\p{L}+)(?!\\p{L})',
  '(?<!\\p{L})non (?:lo so|so|posso rispondere|ho trovato|trovo|sono in grado|riesco)(?!\\p{L})',
  '\\b(?:ik (?:kan|kon|heb|weet|vind)|(?:kan|kon|heb|weet|vind) ik)\\b.*\\b(?:niet|niets|geen)\\b',
  '(?<!\\p{L})я (?:не (?:наш\\p{L}+|знаю|могу|смог\\p{L}*)|ничего не наш\\p{L}+)',
  '(?:bilmiyorum|bulamadım|(?:cevap|yanıt) veremiyorum|yanıtlayamıyorum)',
  '(?:我不知道|我无法|我沒有|我没有|我找不到|无法回答|無法回答)',
  '(?:わかりません|分かりません|お答えできません|見つかりません|見つけられません)',
  '(?:모르겠|찾을 수 없|찾지 못|답변할 수 없|답변드릴 수 없)',
  '(?:لا أعرف|لا أستطيع|لا يمكنني|لم أجد|لم أتمكن)',
  '(?<!\\p{L})tôi không (?:tìm thấy|biết|thể|có thông tin)',
  'ไม่(?:พบข้อมูล|พบคำตอบ|ทราบ|สามารถตอบ)',
  '(?:मुझे (?:नहीं|.*नहीं मिल)|मैं .*नहीं (?:दे|कर|बता))',
].map(toPattern)

const information =
  '(?:information|info|mention|details?|answer|reference|indication|guidance|data|match(?:es)?|results?)'
const unknowns = [
  `\\b(?:no|not enough|insufficient|not sufficient) (?:(?:relevant|further|additional|specific|explicit|direct|clear|such) ){0,2}${information}(?=$| (?:about|on|regarding|concerning|here|available|found|(?:is|are|was|were|could be) (?:available|found|given|provided|included)|(?:\\w+ ){0,4}to (?:answer|say|tell|determine)))`,
  `\\b(?:there (?:is|are|was|were)|there['’]s) (?:not|nothing|no (?:\\w+ )?(?:${sources}|mention|reference|indication))\\b.*\\b(?:about|on|of|regarding|that)\\b`,
  `\\b(?:isn['’]t|aren['’]t|wasn['’]t|weren['’]t) (?:any|enough|sufficient) (?:\\w+ ){0,2}${information}\\b`,
  `(?:\\bnot|n['’]t) in (?:the |your |these )(?:\\w+ )?${sources}$`,
  `\\b(?:is|are|was|were)(?: not|n['’]t) (?:\\w+ ){0,2}(?:mentioned|stated|specified|documented|addressed|discussed)\\b`,
  `^(?:your question|this question|the question|the topic|this|that|it) (?:is not|isn['’]t) (?:covered|answered|included|known)\\b`,
  `\\b(?:question|answer|this|that|it)\\b.{0,40}\\b(?:cannot|can not|can['’]t|could not|couldn['’]t) be (?:answered|determined|found|established|confirmed)`,
  `^(?:it is|it['’]s|it remains) (?:unclear|unknown|not clear|not known|not possible to (?:say|tell|answer|determine))\\b`,
  `\\b${sources} (?:talk|speak|mention|discuss|cover|describe)s?\\b.*,? (?:but )?(?:not|nothing) (?:about|on|of)\\b`,
  `^(?:the|this) (?:knowledge base|text|page|article|information)\\b.*\\b(?:do not|does not|don['’]t|doesn['’]t) ${says}\\b`,
  `\\bnone of (?:them|these) ${says}s?\\b`,
  `^(?:not (?:found|${said}|available|known)|unknown|n/a|no answer|nothing(?: found| (?:about|on) .*)?|none|not in (?:the )?notes)(?: .*\\b${sources})?$`,
  '\\b(?:kein\\p{L}*|nichts|nicht)\\b.*\\b(?:Informationen|Angaben?|Hinweise?|Antwort|Auskunft|Erwähnung|Abschnitt\\p{L}*|Auszüg\\p{L}*|Text\\p{L}*|Kontext|erwähnt|angegeben|beantworten|bekannt|gefunden|hervor)\\b',
  '\\b(?:Informationen|Angaben?|Antwort|Frage|Abschnitt\\p{L}*|Auszüg\\p{L}*|Texte?n?|Kontext)\\b.*\\b(?:nicht|nichts|kein\\p{L}*)\\b',
  "\\b(?:aucune?|pas d[’'e]) ?(?:\\p{L}+ )?(?:informations?|mention|réponse|indication|détails?|précision)",
  "(?:information|réponse|question|notes|documents|passages|sources|textes?|extraits).*\\bn(?:e |[’']).{0,40}(?<!\\p{L})(?:pas|rien|aucune?)(?!\\p{L})",
  '(?<!\\p{L})no (?:hay|existe|contienen?|se (?:menciona|indica|especifica|dice|encontró|encuentra|puede responder)).*(?:información|mención|respuesta|detalles|notas|documentos|fuentes|textos?|pasajes)',
  '(?<!\\p{L})não (?:há|existem?|contêm|se menciona|é mencionad\\p{L}|foi possível).*(?:informaç|menção|resposta|detalhes|notas|documentos|fontes|textos?|passagens)',
  "(?<!\\p{L})non (?:ci sono|c[’']è|contengono|si (?:menziona|dice)|è (?:menzionat|indicat|specificat)).*(?:informazion|menzion|rispost|dettagli|note|documenti|fonti|test[oi]|passaggi)",
  '\\b(?:niet|niets|geen)\\b.*\\b(?:informatie|antwoord|vermelding|notities|documenten|passages|bronnen|teksten?)\\b',
  '\\b(?:informatie|antwoord|vraag|teksten?|passages)\\b.*\\b(?:niet|niets|geen)\\b',
  '(?<!\\p{L})(?:не|нет|ничего)(?!\\p{L}).*(?:информац|сведени|упомина|указан|сказано|ответа|заметк|документ|отрывк|источник)',
  '(?:информац|сведени|ответ на|заметк|документ|отрывк|источник)\\p{L}*.*(?<!\\p{L})(?:не|нет|ничего)(?!\\p{L})',
  '(?:bilgi|not|belge|kaynak|yanıt|cevap)\\p{L}*.*(?:yok|bulunmuyor|bulunamadı|bulunmamaktadır|içermiyor|belirtilmemiş|değil)',
  '(?:没有|未|不|沒有)[^。]{0,12}(?:提到|提及|信息|資訊|说明|說明|回答|记录|涉及|相关|答案)',
  '(?:記載|情報|回答|記述|言及|文章|資料)[^。]{0,20}(?:ない|ません|なし|なく)',
  '(?:정보|노트|문서|자료|답변|내용|언급)[^.]{0,30}(?:없|않)',
  '(?:لا|لم|ليس|ليست)(?!\\p{L})[^.]{0,40}(?:معلومات|الملاحظات|المستندات|المصادر|إجابة|ذكر)',
  '(?<!\\p{L})không[^.]{0,40}(?:thông tin|ghi chú|tài liệu|đề cập|câu trả lời)',
  'ไม่(?:มีข้อมูล|ได้ระบุ|ได้กล่าว|ปรากฏ)',
  '(?:जानकारी|नोट्स|उल्लेख|उत्तर|जवाब)[^।]{0,40}नहीं',
].map(toPattern)

function toPattern(source: string): RegExp {
  return new RegExp(source, 'iu')
}
