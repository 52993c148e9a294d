import { describe, expect, test } from 'vitest'
import { expectLinearTime } from '../../../test/support/growth.ts'
import { isAbsenceStatement, isRefusalMarker, isUnknownStatement, splitAtContrast } from './absence-statements.ts'

test.each([
  'NOT IN THE NOTES',
  '**Not in the notes.**',
  'I am sorry: NOT IN THE NOTES',
  'NOT_IN_THE_NOTES',
  'Not in the Notes',
])('the words of the prompt are a refusal: %s', (text) => expect(isRefusalMarker(text)).toBe(true))

describe('a sentence that says that the notes do not say it', () => {
  test.each([
    'I’m sorry, but I couldn’t find that.',
    "I don't know.",
    'I do not have enough information to answer this.',
    "I'm unable to answer this question based on the passages.",
    "Sorry, I can't help with that.",
    'I was unable to find anything about dogs in the notes.',
    'The passages are silent on dogs.',
    'The notes lack information on dogs.',
    'The passages fail to mention dogs.',
    'The notes do not, however, mention dogs.',
    'The notes discuss holidays; they do not mention dogs.',
    "The knowledge base doesn't contain this.",
    'The provided text does not mention dogs.',
    'Neither passage says whether dogs are allowed.',
    'The question cannot be answered from the passages.',
    'It is unclear from the notes whether you can bring a dog.',
    "Based on the passages, I can't determine whether dogs are allowed.",
    'Kobe has 20 days according to the notes, but nothing about dogs.',
    'Leider kann ich diese Frage nicht beantworten.',
    'Ich weiß es nicht.',
    'Je ne sais pas.',
    'Lo siento, no puedo responder a esta pregunta.',
    'Não encontrei essa informação.',
    'Mi dispiace, non ho trovato questa informazione.',
    'Sorry, daar heb ik geen informatie over.',
    'К сожалению, я не нашёл информации об этом.',
    'Üzgünüm, bu soruya cevap veremiyorum.',
    '根据提供的段落，无法回答这个问题。',
    '申し訳ありませんが、その情報は見つかりませんでした。',
    '죄송합니다. 해당 정보를 찾을 수 없습니다.',
    'Tôi không tìm thấy thông tin này trong ghi chú.',
  ])('%s', (text) => expect(isAbsenceStatement(text)).toBe(true))

  test.each([
    'The answer is not in the notes.',
    'Unfortunately, there is no information about bringing dogs to the office.',
    'No relevant information was found.',
    'No information found.',
    'There is no mention of dogs.',
    'There are no notes on dogs.',
    "Dogs aren't mentioned anywhere.",
    "It isn't stated whether dogs are allowed.",
    "There isn't enough information to answer this question.",
    'Not found.',
    'N/A',
    'Unknown.',
    'Dazu habe ich keine Informationen gefunden.',
    'Leider enthalten die bereitgestellten Texte keine Angaben zu Hunden.',
    "Il n'y a pas d'information sur les chiens.",
    'No hay información sobre perros en las notas.',
    'Não há informações sobre isso nas notas.',
    'Non ci sono informazioni sui cani nelle note.',
    'Er staat niets over honden in de notities.',
    'В предоставленных отрывках нет информации о собаках.',
    'Notlarda köpekler hakkında bilgi yok.',
    '抱歉，提供的资料中没有相关信息。',
    '提供された文章には記載されていません。',
    '노트에는 개에 대한 정보가 없습니다.',
    'عذرًا، لا توجد معلومات عن ذلك.',
    'ไม่มีข้อมูลเกี่ยวกับเรื่องนี้ในบันทึก',
    'नोट्स में इसका उल्लेख नहीं है।',
  ])('%s', (text) => expect(isAbsenceStatement(text) || isUnknownStatement(text)).toBe(true))
})

test.each([
  'No data was lost and none leaked.',
  'Fireworks are not covered.',
  "A driving licence isn't covered by the learning money.",
  'No details of the illness go in #out.',
  'Abusive players get no answer and are muted.',
  "The €1 for the locker isn't given back.",
  "A request that isn't answered within ten days counts as refused.",
  'When the notes don’t say it, ask Ida.',
  'By direct debit there is nothing to do.',
  'You cannot carry over more than 5 days.',
])('is no statement about the notes: %s', (text) => {
  expect(isAbsenceStatement(text)).toBe(false)
  expect(isUnknownStatement(text)).toBe(false)
})

test('a sentence is split at its contrast', () => {
  expect(splitAtContrast('It is 20 days, but the notes don’t say for whom.')).toEqual([
    'It is 20 days',
    'but the notes don’t say for whom.',
  ])
})

test.each([' ', 'kein ', 'information ', 'не ', 'заметк', 'but ', ', ', 'the notes '])(
  'a long row of "%s" takes linear time',
  (piece) => {
    expectLinearTime(isAbsenceStatement, piece)
    expectLinearTime(isUnknownStatement, piece)
    expectLinearTime(splitAtContrast, piece)
  },
)
