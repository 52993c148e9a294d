import { describe, expect, test } from 'vitest'
import { type ConversationTurn, interpretFollowUp } from './follow-up.ts'

function turn(question: string, more: Partial<ConversationTurn> = {}): ConversationTurn {
  return { question, answer: '', ...more }
}

function inContext(question: string, ...turns: ConversationTurn[]): string | undefined {
  return interpretFollowUp(question, { turns })?.inContext
}

const vacation = turn('How many vacation days do I get in Kobe?')

describe('a fragment takes the place of what is like it in the previous question', () => {
  test.each([
    ['and in Leipzig?', 'How many vacation days do I get in Kobe?', 'How many vacation days do I get in Leipzig?'],
    ['Leipzig?', 'How many vacation days do I get in Kobe?', 'How many vacation days do I get in Leipzig?'],
    ['and €30,000?', 'Who approves a purchase of €3,000?', 'Who approves a purchase of €30,000?'],
    ['and phase 3?', 'How long does phase 1 of the audit take?', 'How long does phase 3 of the audit take?'],
    ['and after the fair?', 'What do I send before the fair?', 'What do I send after the fair?'],
    ['what about the tyres?', 'How long is the warranty on the saddle?', 'How long is the warranty on the tyres?'],
    ['what about Paris and London?', 'How many days do I get in Kobe?', 'How many days do I get in Paris and London?'],
    [
      'und über 30.000 €?',
      'Wer genehmigt eine Bestellung über 3.000 €?',
      'Wer genehmigt eine Bestellung über 30.000 €?',
    ],
    ['und in Leipzig?', 'Wie viele Urlaubstage habe ich in Kobe?', 'Wie viele Urlaubstage habe ich in Leipzig?'],
    ['et à Lyon ?', 'How many vacation days do I get in Kobe?', 'How many vacation days do I get in Lyon?'],
    ['¿y en Madrid?', 'How many vacation days do I get in Kobe?', 'How many vacation days do I get in Madrid?'],
  ])('%s after "%s"', (question, previous, expected) => {
    expect(inContext(question, turn(previous))).toBe(expected)
  })

  test.each([
    ['and in Japan?', 'How much can I spend on a hotel?', 'How much can I spend on a hotel in Japan?'],
    ['and in Japan?', 'Tell me about parental leave', 'Tell me about parental leave in Japan?'],
    ['and without a receipt?', 'How do I claim expenses?', 'How do I claim expenses without a receipt?'],
    ['and on Saturdays?', 'When does the Leipzig workshop open?', 'When does the Leipzig workshop open on Saturdays?'],
    ['and on food?', 'How much can I spend on a hotel in Kobe?', 'How much can I spend on food in Kobe?'],
    ['and at the weekend?', 'When does the hotline open on workdays?', 'When does the hotline open at the weekend?'],
    [
      'and for part-timers in Leipzig?',
      'How many vacation days do I get in Kobe?',
      'How many vacation days do I get in Leipzig for part-timers?',
    ],
    [
      'et pour les stagiaires ?',
      'Combien de jours de congé à Lyon ?',
      'Combien de jours de congé à Lyon pour les stagiaires?',
    ],
  ])(
    'a phrase with a preposition is added, or takes the place of one of its kind: %s after "%s"',
    (question, previous, expected) => {
      expect(inContext(question, turn(previous))).toBe(expected)
    },
  )

  test.each(['und in Kobe?', 'was ist mit Praktikanten?'])('a German noun is no name: %s', (question) => {
    expect(inContext(question, turn('Wer genehmigt eine Bestellung über 3.000 €?'))).toMatch(
      /^(?:und in Kobe|was ist mit Praktikanten) \(Wer genehmigt eine Bestellung über 3.000 €\)\?$/,
    )
  })

  test('a chain goes on from the standalone form', () => {
    const leipzig = turn('and in Leipzig?', { standaloneQuestion: 'How many vacation days do I get in Leipzig?' })
    expect(inContext('and in Groningen?', vacation, leipzig)).toBe('How many vacation days do I get in Groningen?')
  })

  test('the part that an earlier follow-up replaced is replaced again', () => {
    const first = turn('How long is the warranty on the motor for private use?')
    const second = turn('and the battery?', {
      standaloneQuestion: 'How long is the warranty on the battery for private use?',
    })
    expect(inContext('what about paint?', first, second)).toBe('How long is the warranty on the paint for private use?')
  })

  test('a place does not take the time that an earlier follow-up replaced', () => {
    const first = turn('What are the hours of the hotline on weekdays?')
    const second = turn('and at the weekend?', {
      standaloneQuestion: 'What are the hours of the hotline at the weekend?',
    })
    expect(inContext('and for couriers?', first, second)).toBe(
      'What are the hours of the hotline at the weekend for couriers?',
    )
  })

  test('adjuncts of a chain add up', () => {
    const first = turn('When does the hotline open on workdays?')
    const second = turn('and at the weekend?', {
      standaloneQuestion: 'and at the weekend (the hotline open on workdays)?',
    })
    expect(inContext('and for couriers?', first, second)).toBe(
      'and for couriers (the hotline open on workdays, at the weekend)?',
    )
  })

  test('where nothing is like it, the topic follows in parentheses', () => {
    expect(interpretFollowUp('what about part-timers', { turns: [vacation] })).toMatchObject({
      inContext: 'what about part-timers (vacation days do I get in Kobe)?',
      isAppended: true,
    })
    expect(inContext('¿y los becarios?', vacation)).toBe('¿y los becarios (vacation days do I get in Kobe)?')
    expect(inContext('et les stagiaires ?', vacation)).toContain('vacation days')
  })
})

describe('a question that refers back gets the topic', () => {
  test.each([
    ['who approves that?', 'How do I ask for a holiday?', 'who approves that (ask for a holiday)?'],
    ['how much does it cost?', 'How heavy is the Wren?', 'how much does the Wren cost?'],
    ['can I carry it over?', 'How big is the learning budget?', 'can I carry the learning budget over?'],
    ['what does it cost to have it fetched?', 'Where is my bike?', 'what does it cost to have my bike fetched?'],
    ['until when?', 'How do I register a visitor?', 'until when (register a visitor)?'],
  ])('%s after "%s"', (question, previous, expected) => {
    expect(inContext(question, turn(previous))).toBe(expected)
    expect(interpretFollowUp(question, { turns: [turn(previous)] })).toMatchObject({ needsContext: true })
  })

  test('the topic stays the same over several references', () => {
    const second = turn('how long does it run?', { standaloneQuestion: 'how long does it run (lease a bike)?' })
    expect(inContext('who pays for it?', turn('How do I lease a bike?'), second)).toBe(
      'who pays for it (lease a bike)?',
    )
  })

  test('"her" is the person whom the answer names, and the asker alone is shown it', () => {
    const named = turn('Who leads IT?', { answer: '**Pilar Stroosnijder** leads IT. [1]' })
    expect(interpretFollowUp('what is her extension?', { turns: [named] })).toMatchObject({
      inContext: 'what is her extension (Pilar Stroosnijder)?',
      quotesAnswer: true,
    })
  })

  describe('what it takes from a question that quotes an answer is quoted again', () => {
    const leader = turn('Who leads IT?', { answer: '**Pilar Stroosnijder** leads IT. [1]' })
    const extension = turn('what is her extension?', {
      standaloneQuestion: 'what is her extension (Pilar Stroosnijder)?',
      quotesAnswers: true,
    })
    const laptop = turn('How do I order a new laptop?')

    test.each(['what if it is a weekend?', 'and the mobile number?'])('%s', (question) => {
      const followUp = interpretFollowUp(question, { turns: [extension] })
      expect(followUp?.inContext).toContain('Pilar')
      expect(followUp?.quotesAnswer).toBe(true)
    })

    test('unless it takes nothing from that question', () => {
      const followUp = interpretFollowUp('who approves that?', { turns: [leader, extension, laptop] })
      expect(followUp?.inContext).not.toContain('Pilar')
      expect(followUp?.quotesAnswer).toBe(false)
    })
  })

  test('a condition is added to the previous question', () => {
    expect(inContext('what if I leave?', turn('What happens to my bike?'))).toBe('What happens to my bike if I leave?')
  })
})

describe('a question that says what it is about is not tied to the conversation', () => {
  test.each([
    'What is the extension of Fenna Sijtsma-Okoro?',
    'How many days of holiday do people in Leipzig get?',
    'How long does it take to get a laptop in Kobe?',
    'Is there a form that I have to fill in before I travel to another site?',
  ])('%s', (question) => {
    expect(interpretFollowUp(question, { turns: [vacation] })).toBeUndefined()
  })

  test.each(['What is the wifi password?', 'How long does it take to get a laptop?', 'When was the company founded?'])(
    '%s is tried alone first',
    (question) => {
      expect(interpretFollowUp(question, { turns: [vacation] })).toMatchObject({
        needsContext: false,
        prefersContext: false,
      })
    },
  )

  test('the first question stands alone', () => {
    expect(interpretFollowUp('And now?', undefined)).toBeUndefined()
    expect(interpretFollowUp('And now?', { turns: [] })).toBeUndefined()
  })
})

test('only the last six turns count', () => {
  const older = Array.from({ length: 6 }, () => turn('What is it?'))
  expect(inContext('who pays for it?', turn('How big is the learning budget?'), ...older)).not.toContain('learning')
})

test('a very long conversation gives a bounded question', () => {
  const long = turn(`How ${'very '.repeat(3000)}long?`)
  expect(inContext('and in Leipzig?', long)!.length).toBeLessThanOrEqual(4000)
})

test.each(['thanks', 'OK, thank you!', 'Danke schön'])(
  '"%s" takes nothing from the question before it, nor gives to the next',
  (thanks) => {
    expect(inContext(thanks, vacation)).toBeUndefined()
    expect(inContext('and in Leipzig?', vacation, turn(thanks))).toBe('How many vacation days do I get in Leipzig?')
  },
)
