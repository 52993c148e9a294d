import { expect, test } from 'vitest'
import { checkAnswer } from './check-answer.ts'

const faultsOf = (answer: string, titles: string[] = ['Leave']) =>
  checkAnswer({ answer, sources: titles.map((title) => ({ title })) }).map(({ fault }) => fault)

test.each([
  ['a sentence with a short answer', 'You get **25 days** a year. [1]'],
  ['a lead-in with steps', 'To book leave: [1]\n1. Open the calendar. [1]\n2. Tell your lead. [1]'],
  ['a label above a list', 'Leave [1]\n- Ask early. [1]\n- Book it. [1]'],
  ['a table', '| Site | Days |\n| --- | --- |\n| Kobe | 20 [1] |'],
  ['a list of questions with its lead-in', 'Ask yourself: [1]\n- Who is it for? [1]\n- What is it worth? [1]'],
  ['an item with items below it', '- Join: [1]\n   - the guild [1]\n   - the list [1]\n- Ask early. [1]'],
  ['a lead-in with its table', 'Days: [1]\n\n| Site | Days |\n| --- | --- |\n| Kobe | 20 [1] |'],
  [
    'items with the words of their lead-in',
    'You follow two codes of conduct: [1]\n- Slack code of conduct [1]\n- Others [1]',
  ],
  [
    'items of one list that are alike',
    '- Send the signed form A to the desk. [1]\n- Send the signed form B to the desk. [1]',
  ],
  ['a question that the same quote answers', 'Can I carry days over? Yes, up to five. [1]'],
  ['markup in a code span', 'Write `<br>` or `{{ name }}` and `a | b`. [1]'],
  ['a name with a bar', 'Open Conditional Access | Overview. [1]'],
  ['snake case and amounts', 'Set MAX\\_DAYS to $5, * or 3 < 4 & more. [1]'],
])('%s is clean', (_, answer) => {
  expect(faultsOf(answer)).toEqual([])
})

test.each([
  ['How many days do I get? [1]', 'bare question'],
  ['- Can I carry days over? [1]\n- Ask early. [1]', 'bare question'],
  ['Leave [1]', 'heading alone'],
  ['\\## Taking leave [1]', 'heading alone'],
  ['Ask Finance.\\<br>Then wait. [1]', 'left-over markup'],
  ['\\<PrivateLink url="x">Finance\\</PrivateLink> [1]', 'left-over markup'],
  ['Terms \\&amp; conditions apply. [1]', 'left-over markup'],
  ['Go to {{ site.url }}. [1]', 'left-over markup'],
  ['Careful. {: .warning} [1]', 'left-over markup'],
  ['See \\[the page](/leave). [1]', 'left-over markup'],
  ['See the glossary {ref}. [1]', 'left-over markup'],
  ['\\*\\*Important\\*\\* rule. [1]', 'left-over markup'],
  ['This is \\_really important\\_ here. [1]', 'left-over markup'],
  ['Kobe | 20 | yes [1]', 'table bars outside a table'],
  ['Ask early. [1] Ask  early. [1]', 'duplicate'],
  ['| A | B |\n| --- | --- |\n| c | d [1] |\n| c | d [1] |', 'duplicate'],
  ['Ask early. [1][2]', 'citation without source'],
  ['You get **25 days a year. [1]', 'unbalanced bold'],
  ['Leave is paid for the whole week. [1] Paid leave lasts the whole week. [1]', 'near-duplicate'],
  ['- Ask your lead early. [1]', 'lone list item'],
  ['- Ask your lead early. [1]\n\nThen book it. [1]', 'lone list item'],
  ['Ask early. [1]\n\n6\\. Send the form. [1]', 'lone list item'],
  ['Ask early. [1] You need: [1]', 'lead-in alone'],
  ['- Join: [1]\n- the guild [1]', 'lead-in alone'],
  ['- Ask early. [1]\n- [1]', 'empty list item'],
])('%j has a fault: %s', (answer, fault) => {
  expect(faultsOf(answer)).toEqual([fault])
})

test('a source that the answer does not cite is a fault', () => {
  expect(faultsOf('Ask early. [1]', ['Leave', 'Pay'])).toEqual(['source without citation'])
})
