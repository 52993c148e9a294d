import { expect, test } from 'vitest'
import { isAcknowledgement } from './acknowledgement.ts'

test.each([
  'thanks',
  'Thanks!',
  'OK, thank you so much for your help 🙏',
  'great, got it',
  'Vielen Dank, alles klar',
  'Danke schön!',
  'merci beaucoup',
  'muchas gracias',
  'ありがとうございます。',
])('"%s" asks for nothing', (text) => expect(isAcknowledgement(text)).toBe(true))

test.each([
  'and in the morning?',
  'thanks, and in Kobe?',
  'ok, who approves that?',
  'Is it good?',
  'Who do I thank for this?',
  'und für die Hilfe?',
  'Danke, und in Leipzig?',
  'How do I say hello to a customer?',
  'is the help very good?',
  '',
  '?',
])('"%s" can ask for something', (text) => expect(isAcknowledgement(text)).toBe(false))
