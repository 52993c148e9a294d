/** A message by language, and in English for all others. */
export type Messages = Readonly<Record<string, string>> & { en: string }

/** The refusal, by language. */
const notFoundMessages: Messages = {
  en: 'I could not find an answer to this in the notes you can see.',
  de: 'In den Notizen, die für Sie sichtbar sind, habe ich dazu keine Antwort gefunden.',
  fr: "Je n'ai pas trouvé de réponse à cette question dans les notes que vous pouvez voir.",
  es: 'No he encontrado una respuesta a esto en las notas que puede ver.',
  pt: 'Não encontrei uma resposta para isto nas notas que você pode ver.',
  it: 'Non ho trovato una risposta a questa domanda nelle note che può vedere.',
  nl: 'Ik heb hierop geen antwoord gevonden in de notities die u kunt zien.',
  ru: 'В доступных вам заметках я не нашёл ответа на этот вопрос.',
  tr: 'Görebildiğiniz notlarda bu sorunun yanıtını bulamadım.',
  ar: 'لم أجد إجابة عن هذا السؤال في الملاحظات المتاحة لك.',
  hi: 'आपको दिखने वाले नोट्स में मुझे इसका उत्तर नहीं मिला।',
  zh: '在您可以查看的笔记中，没有找到这个问题的答案。',
  ja: 'ご覧いただけるノートの中に、この質問の答えは見つかりませんでした。',
  ko: '볼 수 있는 노트에서 이 질문에 대한 답을 찾지 못했습니다.',
  th: 'ไม่พบคำตอบของคำถามนี้ในบันทึกที่คุณดูได้',
  vi: 'Tôi không tìm thấy câu trả lời cho câu hỏi này trong các ghi chú mà bạn có thể xem.',
}

/** The notice on an extractive answer given because the language model failed. */
const modelUnavailableMessages: Messages = {
  en: '(The language model could not be reached, so these are the matching sentences as they stand in the notes.)',
  de: '(Das Sprachmodell war nicht erreichbar; dies sind die passenden Sätze, wie sie in den Notizen stehen.)',
  fr: "(Le modèle de langue n'a pas pu être joint ; voici les phrases correspondantes, telles qu'elles figurent dans les notes.)",
  es: '(No se pudo contactar con el modelo de lenguaje; estas son las frases pertinentes tal como figuran en las notas.)',
  pt: '(Não foi possível contactar o modelo de linguagem; estas são as frases correspondentes tal como estão nas notas.)',
  it: '(Il modello linguistico non era raggiungibile; queste sono le frasi pertinenti così come compaiono nelle note.)',
  nl: '(Het taalmodel was niet bereikbaar; dit zijn de passende zinnen zoals ze in de notities staan.)',
  ru: '(Языковая модель недоступна; приведены подходящие предложения в том виде, в каком они стоят в заметках.)',
  tr: '(Dil modeline ulaşılamadı; bunlar notlarda geçen ilgili cümlelerdir.)',
  ar: '(تعذر الوصول إلى النموذج اللغوي؛ هذه هي الجمل المطابقة كما وردت في الملاحظات.)',
  hi: '(भाषा मॉडल उपलब्ध नहीं था; ये नोट्स में मिले संबंधित वाक्य हैं।)',
  zh: '（无法连接语言模型；以下是笔记中相关的原句。）',
  ja: '（言語モデルに接続できなかったため、ノートの該当する文をそのまま示しています。）',
  ko: '(언어 모델에 연결할 수 없어 노트의 해당 문장을 그대로 보여 드립니다.)',
  th: '(ติดต่อโมเดลภาษาไม่ได้ จึงแสดงประโยคที่เกี่ยวข้องตามที่อยู่ในบันทึก)',
  vi: '(Không kết nối được với mô hình ngôn ngữ; đây là các câu phù hợp đúng như trong ghi chú.)',
}

/** The notice on an answer that cites notes flagged as outdated; `%` is replaced by their numbers. */
const outdatedMessages: Messages = {
  en: '(Flagged as outdated: %)',
  de: '(Als veraltet gekennzeichnet: %)',
  fr: '(Signalé comme obsolète : %)',
  es: '(Marcado como obsoleto: %)',
  pt: '(Marcado como desatualizado: %)',
  it: '(Segnalato come non aggiornato: %)',
  nl: '(Gemarkeerd als verouderd: %)',
  ru: '(Помечено как устаревшее: %)',
  tr: '(Güncel değil olarak işaretlenmiş: %)',
  ar: '(مُعلَّم بأنه قديم: %)',
  hi: '(पुराना बताया गया: %)',
  zh: '（已标记为过时：%）',
  ja: '（古い情報として報告されています：%）',
  ko: '(오래된 내용으로 표시됨: %)',
  th: '(ถูกระบุว่าล้าสมัย: %)',
  vi: '(Đã được đánh dấu là lỗi thời: %)',
}

/** The notice on an answer whose numbered list lacks a step that no passage supports. */
const unconfirmedStepMessages: Messages = {
  en: '(A step could not be confirmed in the notes and was left out.)',
  de: '(Ein Schritt ließ sich in den Notizen nicht bestätigen und wurde weggelassen.)',
  fr: "(Une étape n'a pas pu être confirmée dans les notes et a été omise.)",
  es: '(Un paso no se pudo confirmar en las notas y se omitió.)',
  pt: '(Um passo não pôde ser confirmado nas notas e foi omitido.)',
  it: '(Un passaggio non ha trovato conferma nelle note ed è stato omesso.)',
  nl: '(Een stap kon niet in de notities worden bevestigd en is weggelaten.)',
  ru: '(Один из шагов не подтверждается заметками и опущен.)',
  tr: '(Bir adım notlarda doğrulanamadığı için çıkarıldı.)',
  ar: '(تعذر تأكيد إحدى الخطوات في الملاحظات فحُذفت.)',
  hi: '(एक चरण की नोट्स में पुष्टि नहीं हो सकी, इसलिए उसे छोड़ दिया गया।)',
  zh: '（有一个步骤无法在笔记中得到证实，已略去。）',
  ja: '（ノートで確認できなかった手順を一つ省きました。）',
  ko: '(노트에서 확인할 수 없는 단계를 제외했습니다.)',
  th: '(มีขั้นตอนหนึ่งที่ยืนยันจากบันทึกไม่ได้ จึงตัดออก)',
  vi: '(Có một bước không được ghi chú xác nhận nên đã bị lược bỏ.)',
}

/** The notice on an answer whose list or table lacks an item or row that no passage supports. */
const unconfirmedEntryMessages: Messages = {
  en: '(An entry could not be confirmed in the notes and was left out.)',
  de: '(Ein Eintrag ließ sich in den Notizen nicht bestätigen und wurde weggelassen.)',
  fr: "(Un élément n'a pas pu être confirmé dans les notes et a été omis.)",
  es: '(Un elemento no se pudo confirmar en las notas y se omitió.)',
  pt: '(Um item não pôde ser confirmado nas notas e foi omitido.)',
  it: '(Una voce non ha trovato conferma nelle note ed è stata omessa.)',
  nl: '(Een onderdeel kon niet in de notities worden bevestigd en is weggelaten.)',
  ru: '(Один из пунктов не подтверждается заметками и опущен.)',
  tr: '(Bir madde notlarda doğrulanamadığı için çıkarıldı.)',
  ar: '(تعذر تأكيد أحد العناصر في الملاحظات فحُذف.)',
  hi: '(एक प्रविष्टि की नोट्स में पुष्टि नहीं हो सकी, इसलिए उसे छोड़ दिया गया।)',
  zh: '（有一项内容无法在笔记中得到证实，已略去。）',
  ja: '（ノートで確認できなかった項目を一つ省きました。）',
  ko: '(노트에서 확인할 수 없는 항목을 제외했습니다.)',
  th: '(มีรายการหนึ่งที่ยืนยันจากบันทึกไม่ได้ จึงตัดออก)',
  vi: '(Có một mục không được ghi chú xác nhận nên đã bị lược bỏ.)',
}

/** The notice on a written answer whose model failed, or used up its tokens, after a part of it. */
const cutOffMessages: Messages = {
  en: '(The language model stopped before the end, so something can be missing here.)',
  de: '(Das Sprachmodell hat vor dem Ende aufgehört; hier kann etwas fehlen.)',
  fr: "(Le modèle de langue s'est arrêté avant la fin ; il peut manquer quelque chose ici.)",
  es: '(El modelo de lenguaje se detuvo antes del final; aquí puede faltar algo.)',
  pt: '(O modelo de linguagem parou antes do fim; pode faltar algo aqui.)',
  it: '(Il modello linguistico si è fermato prima della fine; qui può mancare qualcosa.)',
  nl: '(Het taalmodel is voor het einde gestopt; hier kan iets ontbreken.)',
  ru: '(Языковая модель остановилась до конца ответа; здесь может чего-то не хватать.)',
  tr: '(Dil modeli sona ermeden durdu; burada bir şey eksik olabilir.)',
  ar: '(توقف النموذج اللغوي قبل النهاية؛ قد ينقص شيء هنا.)',
  hi: '(भाषा मॉडल अंत से पहले रुक गया, इसलिए यहाँ कुछ छूट सकता है।)',
  zh: '（语言模型在结束前停止，此处可能缺少内容。）',
  ja: '（言語モデルが途中で停止したため、ここには不足があるかもしれません。）',
  ko: '(언어 모델이 끝나기 전에 멈추어 여기에 빠진 내용이 있을 수 있습니다.)',
  th: '(โมเดลภาษาหยุดก่อนจบ จึงอาจมีบางอย่างขาดหายไป)',
  vi: '(Mô hình ngôn ngữ dừng trước khi kết thúc nên ở đây có thể còn thiếu nội dung.)',
}

export function notFoundMessage(language: string): string {
  return inLanguage(notFoundMessages, language)
}

export function modelUnavailableMessage(language: string): string {
  return inLanguage(modelUnavailableMessages, language)
}

export function cutOffMessage(language: string): string {
  return inLanguage(cutOffMessages, language)
}

export function outdatedMessage(language: string, numbers: readonly number[]): string {
  const marks = numbers.map((number) => `[${number}]`).join('')
  return inLanguage(outdatedMessages, language).replace('%', marks)
}

/** Says that a part of a list or table was left out: without it, the rest would look complete. '' if none was. */
export function unconfirmedMessage(
  language: string,
  dropped: { droppedSteps: number; droppedEntries: number } | undefined,
): string {
  if (dropped?.droppedSteps) return inLanguage(unconfirmedStepMessages, language)
  return dropped?.droppedEntries ? inLanguage(unconfirmedEntryMessages, language) : ''
}

export function inLanguage(messages: Messages, language: string): string {
  return messages[language] ?? messages.en
}
