import { describe, expect, test } from 'vitest'
import { passageFixture } from '../../../test/support/read-passage.ts'
import { createCitationWriter } from '../citations.ts'
import { createDraftParser } from './draft-parser.ts'
import { createUncitedTextCheck } from './uncited-text.ts'
import { createWrittenAnswer } from './written-answer.ts'

const passage = passageFixture({
  title: 'Leave',
  body: 'Leave in Kobe is 20 days. To ask for leave, open the app, choose the dates, add a reason and send it.\nnpm run leave',
})

describe('what introduces a statement', () => {
  test('a "Yes." without a number stays with the sentence after it', async () => {
    expect(await write('Yes. You have 20 days [1].')).toBe('Yes. You have 20 days. [1]')
    expect(await write('**No.** That is FALSE [1]. Leave is 20 days [1].')).toBe('Leave is 20 days. [1]')
  })

  test('headings, labels and lead-ins stay with what they introduce, and fall with it', async () => {
    const draft = [
      '## Leave in Kobe',
      '',
      'It is 20 days [1].',
      '',
      '## Dates',
      '',
      'FALSE [1].',
      '',
      '## The reason',
      '',
      'You need:',
      '- a reason [1]',
      '',
      'To send it:',
      '',
      '- FALSE [1]',
      '',
      'Ask in the app [1].',
    ].join('\n')
    expect(await write(draft)).toBe(
      '## Leave in Kobe\n\nIt is 20 days. [1]\n\n## The reason\n\nYou need:\n- a reason [1]\n\nAsk in the app. [1]',
    )
  })

  test('a label below a heading keeps both', async () => {
    expect(await write('## Leave\n\n**Kobe:**\n\nIt is 20 days [1].\n\n**The dates**\n\nFALSE [1].')).toBe(
      '## Leave\n\n**Kobe:**\n\nIt is 20 days. [1]',
    )
  })

  test('a lead-in with a figure that neither the question nor a passage has is left out', async () => {
    expect(await write('The 98765 steps to ask for leave:\n1. Open the app [1].')).toBe('1. Open the app. [1]')
  })

  test('a list item is verified together with its lead-in', async () => {
    const asked: string[] = []
    await write('To ask for leave:\n- **the app** [1]\n\n| Site | Days |\n|---|---|\n| **Kobe** | 20 [1] |', asked)
    expect(asked).toEqual(['To ask for leave: the app', 'Site: Kobe; Days: 20'])
  })
})

describe('lists', () => {
  test('are numbered again when an item falls', async () => {
    expect(
      await write('To ask:\n\n1. Open the app [1].\n2. FALSE [1].\n3. Choose the dates [1].\n4. Send it [1].'),
    ).toBe('To ask:\n\n1. Open the app. [1]\n2. Choose the dates. [1]\n3. Send it. [1]')
    expect((await outcomeOf('1. Open the app [1].\n2. FALSE [1].')).droppedSteps).toBe(1)
    expect((await outcomeOf('- Open the app [1].\n- FALSE [1].')).droppedEntries).toBe(1)
    expect((await outcomeOf('1. Open the app [1].\n2. FALSE [1].\n\nSources:\n- [1] Leave')).droppedSteps).toBe(1)
    expect((await outcomeOf('1. Open the app [1]. FALSE [1].\n2. Send it [1].')).droppedSteps).toBe(0)
  })

  test('go on after text between two items', async () => {
    expect(await write('1. FALSE [1].\n2. Open the app [1].\n\nIt is quick [1].\n\n3. Send it [1].')).toBe(
      '1. Open the app. [1]\n\nIt is quick. [1]\n\n2. Send it. [1]',
    )
  })

  test('an item that is left keeps its marker when its first sentence falls', async () => {
    expect(await write('1. FALSE [1]. Open the app [1].\n2. Send it [1].')).toBe(
      '1. Open the app. [1]\n2. Send it. [1]',
    )
  })

  test('subitems are nested, and fall with the item that they belong to', async () => {
    expect(
      await write('1. The app:\n   - open it [1]\n   - send it [1]\n2. The dates:\n   - FALSE [1]\n3. The reason [1].'),
    ).toBe('1. The app:\n    - open it [1]\n    - send it [1]\n2. The reason. [1]')
    expect(await write('- Open the app [1].\n- FALSE [1].\n  - choose the dates [1]\n- Send it [1].')).toBe(
      '- Open the app. [1]\n- Send it. [1]',
    )
  })
})

describe('labels of list items', () => {
  test('complete the sentences after them', async () => {
    const asked: string[] = []
    const draft = '1. **Kobe**\n   20 days [1].\n2. **The app:**\n   Open it [1].\n3. **Dates:** choose them [1].'
    expect(await write(draft, asked)).toBe(
      '1. **Kobe** [1] 20 days. [1]\n2. **The app:** Open it. [1]\n3. **Dates:** choose them. [1]',
    )
    expect(asked).toEqual(['Kobe', 'Kobe: 20 days.', 'The app: Open it.', 'Dates: choose them.'])
  })

  test('that no passage supports stay with what they introduce, and fall with it', async () => {
    const isSupported = (statement: string) => !/FALSE|^(?:Other|Dates|Leave)$/.test(statement)
    const draft = '- Other\n  - open the app [1]\n- Dates\n  - FALSE [1]\n- Leave\n- Send it [1]'
    const { answer, outcome } = await run(draft, [], isSupported)
    expect(answer).toBe('- Other\n    - open the app [1]\n- Send it [1]')
    // "FALSE", "Dates" and "Leave".
    expect(outcome.droppedEntries).toBe(3)
  })
})

describe('tables', () => {
  test('keep their header and row of dashes; a row that falls is left out', async () => {
    expect(
      await write('Leave:\n\n| Site | Days |\n|:--|--:|\n| Kobe | 20 [1] |\n| FALSE | 9 [1] |\n\nAsk in the app [1].'),
    ).toBe('Leave:\n\n| Site | Days |\n| --- | --- |\n| Kobe | 20 [1] |\n\nAsk in the app. [1]')
  })

  test('a table whose rows all fall disappears with its lead-in', async () => {
    expect(await write('Leave:\n\n| Site | Days |\n|---|---|\n| FALSE | 9 [1] |\n\nAsk in the app [1].')).toBe(
      'Ask in the app. [1]',
    )
  })
})

describe('what a model adds', () => {
  test.each([
    'Sources:\n- [1] Leave\n- Leave, updated 2026-09-16 [1]',
    '## References\n\n1. Leave [1]\n\n2. Leave [1]',
    '**Quellen**\n\n[1] Leave',
    '*Source: Leave*',
    'Sources:\n1. Leave [1]\n2. FALSE [2]',
  ])('a list of sources is left out: %s', async (list) => {
    const { answer, outcome } = await run(`Leave is 20 days [1].\n\n${list}`)
    expect(answer).toBe('Leave is 20 days. [1]')
    expect(outcome).toMatchObject({ droppedSteps: 0, droppedEntries: 0 })
  })

  test('what says more than the title of a source stays', async () => {
    expect(await write('Sources:\n- Leave is 20 days [1]\n\nSource: leave in the app [1].')).toBe(
      'Sources:\n- Leave is 20 days [1]\n\nSource: leave in the app. [1]',
    )
  })

  test('the question and offers are left out; a case stays with what holds for it', async () => {
    expect(
      await write('**Question:** How long is leave in Leipzig?\n\nLeave is 20 days [1]. Do you want a reason?'),
    ).toBe('Leave is 20 days. [1]')
    expect(await write('Leave is 20 days [1]. More leave? Add a reason [1].')).toBe(
      'Leave is 20 days. [1] More leave? Add a reason. [1]',
    )
    expect(await write('Leave is 20 days [1]. More leave? FALSE [1].')).toBe('Leave is 20 days. [1]')
  })

  test('courtesies and offers are left out, and nothing falls with them', async () => {
    const { answer, outcome } = await run(
      'Sure! However, leave is 20 days [1].\n\n- Open the app [1]\n\nLet me know if you need a reason. Would you like me to open the app?',
    )
    expect(answer).toBe('However, leave is 20 days. [1]\n\n- Open the app [1]')
    expect(outcome.dropped).toBe(0)
  })

  test('a label that says nothing is not verified, and stays with its sentence', async () => {
    const asked: string[] = []
    const draft = '**Short answer:** Leave is 20 days [1].\n\n**Kurze Antwort:**\n- Send it [1]\n\n**Note:** FALSE [1].'
    expect(await write(draft, asked)).toBe(
      '**Short answer:** Leave is 20 days. [1]\n\n**Kurze Antwort:**\n- Send it [1]',
    )
    expect(asked).toEqual(['Leave is 20 days.', 'Send it', 'FALSE.'])
    expect(await write('**Short answer:** Yes. Leave is 20 days [1].')).toBe(
      '**Short answer:** Yes. Leave is 20 days. [1]',
    )
  })

  test('the number of a step is no figure', async () => {
    expect(await write('## Step 1: Open the app\n\nOpen it [1].\n\n**2. The reason**\n\nAdd it [1].')).toBe(
      '## Step 1: Open the app\n\nOpen it. [1]\n\n**2. The reason**\n\nAdd it. [1]',
    )
  })
})

describe('form', () => {
  test('blank lines, bold and code spans survive', async () => {
    expect(await write('Leave is **20 days** [1].\n\nFALSE [1].\n\nOpen `the app` [1].\nSend it [1].')).toBe(
      'Leave is **20 days**. [1]\n\nOpen `the app`. [1]\nSend it. [1]',
    )
  })

  test('code that stands in a passage is kept, with the number at its lead-in; other code is not', async () => {
    expect(await write('Ask for leave:\n\n```sh\nnpm run leave\n```\n\nSend it [1].')).toBe(
      'Ask for leave: [1]\n\n```sh\nnpm run leave\n```\n\nSend it. [1]',
    )
    expect(await write('Leave:\n```sh\nrm -rf /\n```\nSend it [1].')).toBe('Send it. [1]')
  })

  test('a "therefore" falls with the sentence before it', async () => {
    expect(await write('FALSE [1]. Therefore, send it in the app [1]. However, add a reason [1].')).toBe(
      'Send it in the app. [1] However, add a reason. [1]',
    )
    expect(await write('FALSE [1]. You therefore send it [1].')).toBe('You send it. [1]')
  })
})

describe('what the notes do not say', () => {
  test('stays beside what they say', async () => {
    expect(await write('Leave is 20 days [1]. The notes don’t say how long leave is in Leipzig.')).toBe(
      'Leave is 20 days. [1] The notes don’t say how long leave is in Leipzig.',
    )
    expect(await write("The notes don't say anything about Leipzig. In Kobe it is 20 days [1].")).toBe(
      "The notes don't say anything about Leipzig. In Kobe it is 20 days. [1]",
    )
  })

  test('is no place for figures and names that nobody mentioned', async () => {
    for (const gap of [
      'The notes don’t say that leave is 98765 days.',
      'The notes don’t say that Zephyrine Quack asked.',
    ])
      expect(await write(`Leave is 20 days [1]. ${gap}`)).toBe('Leave is 20 days. [1]')
    expect(await write('Leave is 20 days [1]. The notes don’t say how long leave is in Leipzig, but FALSE [1].')).toBe(
      'Leave is 20 days. [1]',
    )
  })

  test('alone is a refusal', async () => {
    for (const draft of [
      'NOT IN THE NOTES',
      'I’m sorry. **NOT IN THE NOTES.** Please ask a colleague.',
      'FALSE [1]. NOT IN THE NOTES',
      '**NOT IN THE NOTES**\n\nMarit knows more about leave.',
    ]) {
      expect(await write(draft)).toBe('')
      expect((await outcomeOf(draft)).hasRefused).toBe(true)
    }
    for (const draft of [
      '**NOT IN THE NOTES**\n\nPlease send it to Ida.',
      'Leave was looked at. NOT IN THE NOTES',
      'The notes don’t say how long leave is in Leipzig. You could open the app.',
      '- The notes don’t say how long leave is in Leipzig.',
    ])
      expect(await write(draft)).toBe('')
    expect(await write('Leave is 20 days [1]. Note: I could not find the dates of leave.')).toBe(
      'Leave is 20 days. [1] Note: I could not find the dates of leave.',
    )
    const polite = 'I’m sorry, but the notes do not contain information about leave in Leipzig.'
    expect(await write(polite)).toBe('')
    expect(await outcomeOf(polite)).toMatchObject({ hasRefused: false, hasNamedGaps: true })
  })

  test('can be said without a word of notes, unless a passage says it', async () => {
    expect(await outcomeOf('No information was found. FALSE.')).toMatchObject({ dropped: 1, hasNamedGaps: false })
    for (const refusal of ['I’m sorry, I can’t answer that.', 'FALSE [1]. I don’t know.', 'No information was found.'])
      expect((await run(refusal, [], () => false)).outcome.hasNamedGaps).toBe(true)
  })
})

test('statements without any number are written once the draft has ended without a refusal', async () => {
  expect(await write('Leave is 20 days. Open the app.')).toBe('Leave is 20 days. [1] Open the app. [1]')
  expect(await write('Leave is 20 days. Open the app [1].')).toBe('Leave is 20 days. [1] Open the app. [1]')
})

async function run(
  draft: string,
  asked: string[] = [],
  isSupported = (statement: string) => !statement.includes('FALSE') && !/sorry|ask a colleague/.test(statement),
) {
  const written = createWrittenAnswer({
    findSupport: async (statement) => {
      asked.push(statement)
      return isSupported(statement) ? [passage] : []
    },
    findCode: (code) => (passage.body.includes(code) ? [passage] : []),
    check: createUncitedTextCheck({
      question: 'How long is leave in Leipzig?',
      texts: [passage.body],
      titles: [passage.document.title],
      language: 'en',
    }),
    language: 'en',
  })
  const writer = createCitationWriter()
  const parser = createDraftParser()
  for (const unit of [...parser.push(draft), ...parser.flush()])
    for await (const piece of written.add(unit)) writer.add(piece)
  for (const piece of written.end()) writer.add(piece)
  return { answer: writer.result().answer, outcome: written.outcome() }
}

async function write(draft: string, asked?: string[]): Promise<string> {
  return (await run(draft, asked)).answer
}

async function outcomeOf(draft: string) {
  return (await run(draft)).outcome
}
