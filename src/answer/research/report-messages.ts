import { inLanguage, type Messages } from '../answer-messages.ts'

/** Stands in a section about which nothing was found, by language. */
const emptySectionMessages: Messages = {
  en: 'I found nothing about this in the notes you can see.',
  de: 'In den Notizen, die für Sie sichtbar sind, habe ich dazu nichts gefunden.',
  fr: "Je n'ai rien trouvé à ce sujet dans les notes que vous pouvez voir.",
  es: 'No he encontrado nada sobre esto en las notas que puede ver.',
  pt: 'Não encontrei nada sobre isto nas notas que você pode ver.',
  it: 'Non ho trovato nulla su questo nelle note che può vedere.',
  nl: 'Ik heb hierover niets gevonden in de notities die u kunt zien.',
  ru: 'В доступных вам заметках я ничего об этом не нашёл.',
  tr: 'Görebildiğiniz notlarda bununla ilgili bir şey bulamadım.',
  ar: 'لم أجد شيئًا عن هذا في الملاحظات المتاحة لك.',
  hi: 'आपको दिखने वाले नोट्स में मुझे इसके बारे में कुछ नहीं मिला।',
  zh: '在您可以查看的笔记中，没有找到这方面的内容。',
  ja: 'ご覧いただけるノートの中に、これに関する記述は見つかりませんでした。',
  ko: '볼 수 있는 노트에서 이에 관한 내용을 찾지 못했습니다.',
  th: 'ไม่พบข้อมูลเกี่ยวกับเรื่องนี้ในบันทึกที่คุณดูได้',
  vi: 'Tôi không tìm thấy gì về điều này trong các ghi chú mà bạn có thể xem.',
}

/** The notice on a report that lacks sections; `%` is replaced by their titles. */
const incompleteMessages: Messages = {
  en: '(This report is incomplete. Not finished: %)',
  de: '(Dieser Bericht ist unvollständig. Nicht fertig geworden: %)',
  fr: '(Ce rapport est incomplet. Non terminé : %)',
  es: '(Este informe está incompleto. Sin terminar: %)',
  pt: '(Este relatório está incompleto. Por terminar: %)',
  it: '(Questo rapporto è incompleto. Non completato: %)',
  nl: '(Dit rapport is onvolledig. Niet afgemaakt: %)',
  ru: '(Этот отчёт неполный. Не закончено: %)',
  tr: '(Bu rapor eksik. Tamamlanmayan: %)',
  ar: '(هذا التقرير غير مكتمل. لم يُنجز: %)',
  hi: '(यह रिपोर्ट अधूरी है। पूरा नहीं हुआ: %)',
  zh: '（本报告不完整。未完成：%）',
  ja: '（このレポートは完全ではありません。未完了：%）',
  ko: '(이 보고서는 완전하지 않습니다. 미완료: %)',
  th: '(รายงานนี้ยังไม่สมบูรณ์ ส่วนที่ยังไม่เสร็จ: %)',
  vi: '(Báo cáo này chưa đầy đủ. Chưa hoàn thành: %)',
}

export function emptySectionMessage(language: string): string {
  return inLanguage(emptySectionMessages, language)
}

export function incompleteMessage(language: string, titles: readonly string[]): string {
  return inLanguage(incompleteMessages, language).replace('%', () => titles.join('; '))
}
