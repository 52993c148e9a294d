/** What is said when the notes do not say. In the words of the question's language where we have them. */
const sentences: Record<string, string> = {
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

export function notFoundSentence(language: string): string {
  return sentences[language] ?? (sentences.en as string)
}

export const notFoundLanguages = Object.keys(sentences)
