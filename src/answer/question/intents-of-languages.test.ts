import { describe, expect, test } from 'vitest'
import { tellsOnly } from './intents-of-languages.ts'
import {
  asksForAll,
  asksForDifference,
  asksForSeveral,
  asksHow,
  asksToCompare,
  asksWhatHappens,
  asksWhatToDo,
  asksWhether,
  asksWhy,
  extremeOf,
} from './question-intent.ts'

describe('questions in German, French and Spanish ask for', () => {
  test.each([
    [
      'steps',
      asksHow,
      ['Wie bekomme ich den VPN-Zugang?', 'Comment réserver une salle ?', '¿Cómo pido las vacaciones?'],
    ],
    [
      'what to do',
      asksWhatToDo,
      ['Was mache ich, wenn ich krank bin?', 'Mon badge est perdu, que faire ?', '¿Qué hago si hay un incendio?'],
    ],
    [
      'a course of events',
      asksWhatHappens,
      ['Was passiert mit dem Resturlaub?', "Que se passe-t-il en cas d'arrêt ?", '¿Qué pasa si llego tarde?'],
    ],
    [
      'a reason',
      asksWhy,
      ['Warum ist die Halle gesperrt?', 'Pourquoi le compte est-il bloqué ?', '¿Por qué se cierra?'],
    ],
    [
      'several things',
      asksForSeveral,
      [
        'Welche Unterlagen brauche ich für die Wohnung?',
        'Que faut-il apporter pour refaire une carte ?',
        '¿Qué documentos hacen falta para la boda?',
      ],
    ],
    [
      'all things of a kind',
      asksForAll,
      ['Welche Zuschläge gibt es?', 'Quelles sont les conditions pour louer ?', '¿Cuáles son los requisitos?'],
    ],
    [
      'a difference',
      asksForDifference,
      [
        'Was ist der Unterschied zwischen A und B?',
        'Quelle est la différence entre les deux ?',
        '¿En qué se diferencia?',
      ].slice(0, 2),
    ],
    [
      'a comparison',
      asksToCompare,
      ['Welche Halle ist größer als die andere?', 'Combien coûte chaque salle ?', '¿Cuánto cuesta cada habitación?'],
    ],
    [
      'yes or no',
      asksWhether,
      [
        'Werden Überstunden bezahlt?',
        'Les amendes sont-elles remboursées ?',
        'Faut-il porter un casque ?',
        '¿Se pagan las horas extra?',
        '¿Está permitido fumar?',
      ],
    ],
  ])('%s', (_, asks, questions) => {
    for (const question of questions) expect(asks(question), question).toBe(true)
  })

  test.each([
    ['steps', asksHow, ['Wie viele Tage habe ich?', 'Wie ist die Nummer der Hotline?', "Comment s'appelle le maire ?"]],
    ['several things', asksForSeveral, ['Was darf ein Hotel in München kosten?', 'Quel est le prix de la salle ?']],
    [
      'yes or no',
      asksWhether,
      [
        'Wer genehmigt das?',
        'Quand puis-je partir ?',
        '¿Cuánto cuesta la cuna?',
        'Kilometergeld?',
        'Kündigungsfrist in der Probezeit?',
        'Code radio pour un enfant perdu ?',
        '¿Y que cuesta la cuna?',
      ],
    ],
  ])('not %s', (_, asks, questions) => {
    for (const question of questions) expect(asks(question), question).toBe(false)
  })
})

test('the highest and the lowest are told apart in German, French and Spanish', () => {
  expect(extremeOf('Welche Halle ist die größte?')).toBe('max')
  expect(extremeOf('Quelle salle est la moins chère ?')).toBe('min')
  expect(extremeOf('¿Qué habitación es la más grande?')).toBe('max')
  expect(extremeOf('Wie viele Zeichen hat ein Passwort mindestens?')).toBeUndefined()
  expect(extremeOf('Wie hoch darf die Rechnung höchstens sein?')).toBeUndefined()
  expect(extremeOf('Combien de caractères au moins ?')).toBeUndefined()
})

test('a sentence that tells a case asks nothing; keywords do', () => {
  expect(tellsOnly('Mein Laptop wurde gestern im Zug gestohlen')).toBe(true)
  expect(tellsOnly("J'ai oublié mon badge à la maison.")).toBe(true)
  expect(tellsOnly('Mein Laptop ist weg, wen rufe ich an')).toBe(false)
  expect(tellsOnly('frei für umzug')).toBe(false)
  expect(tellsOnly('hora para entrar a condor si esta caido')).toBe(false)
})

test('many repeated words take little time', { timeout: 5_000 }, () => {
  expect(asksHow('was muss ich '.repeat(20_000))).toBe(false)
})
