import { describe, expect, test } from 'vitest'
import { expectLinearTime } from '../../test/support/growth.ts'
import { markdownToBlocks } from './markdown-blocks.ts'

function texts(markdown: string): string[] {
  return markdownToBlocks(markdown, 'Title').map((block) => block.text)
}

describe('template code', () => {
  test('in a link address does not break the link', () => {
    expect(texts('Ask the [project lead]({% page "/18f/leading projects/" %}) first.')).toEqual([
      'Ask the project lead first.',
    ])
    expect(texts('Read [the guide][1].\n\n[1]: {% page "/travel guide/" %}')).toEqual(['Read the guide.'])
    expect(texts('Read [the guide]({{ site.baseurl }}/guide).')).toEqual(['Read the guide.'])
  })

  test('keeps the words it shows, but no paths', () => {
    expect(texts('Post in {% slack_channel "people-ops" %} or {% slack_channel "dc" "the DC office" %}.')).toEqual([
      'Post in people-ops or the DC office.',
    ])
    expect(texts('{% image "_img/fares.png" "viewing fares" %}')).toEqual(['viewing fares'])
    expect(
      texts('{{< figure src="/a.png" caption="The office" >}}\n\n{{% notice tip %}}\nBring *water*.\n{{% /notice %}}'),
    ).toEqual(['The office', 'Bring water.'])
  })

  test('without words disappears, on one line or several', () => {
    expect(texts('{% include "steps.html"\n  steps: list.steps\n  current_step: 2 %}\n\nStart.')).toEqual(['Start.'])
    expect(texts('{% comment %}TODO{% endcomment %}\nDone{% if a %} today{% endif %}.\n\n{{ content }}')).toEqual([
      'Done today.',
    ])
    expect(texts('Hello {{ trigger.name | default: "you" }}!')).toEqual(['Hello !'])
  })

  test('a placeholder in a sentence stays readable', () => {
    expect(texts('Dear {{first_name}}, your <Laptop Name> is ready.')).toEqual([
      'Dear [first_name], your [Laptop Name] is ready.',
    ])
  })
})

describe('components of MDX', () => {
  test('imports and exports are not text', () => {
    expect(
      texts('import A from "./a.mdx"\nimport {\n  B,\n} from "b"\n\nexport const meta = {\n  a: 1,\n}\n\nText.'),
    ).toEqual(['Text.'])
    expect(texts('Import duties are paid by us.\n\nexport controls apply')).toEqual([
      'Import duties are paid by us.',
      'export controls apply',
    ])
  })

  test('are read as the text and Markdown inside them', () => {
    const markdown = `<Tab.Group tabs={['One', 'Two']}>
  <Tab.Panel>
      - **first** step
      - second step
  </Tab.Panel>
</Tab.Group>

Visit the <Link to="/x" state={{ newWindow: true }}>achievements page</Link> {/* soon */}.`
    expect(texts(markdown)).toEqual(['- first step', '- second step', 'Visit the achievements page .'])
  })

  test('show the name or title that they are given', () => {
    expect(texts('<CalloutBox icon="IconInfo" title="Before you book">\nAsk **first**.\n</CalloutBox>')).toEqual([
      'Before you book',
      'Ask first.',
    ])
    expect(texts('Ask <TeamMember name="Ann Lee" photo /> or <SmallTeam slug="people-ops" />.')).toEqual([
      'Ask Ann Lee or people ops.',
    ])
  })
})

describe('admonitions', () => {
  test.each([
    [':::note\n\nMind the *gap*.\n\n:::', ['Mind the gap.']],
    [':::note[Heads up]\nMind the gap.\n:::', ['Heads up', 'Mind the gap.']],
    ['::: {.warning}\nMind the gap.\n:::', ['Mind the gap.']],
    ['::::{tab-set}\n:::{tab-item} Linux\nRun it.\n:::\n::::', ['Linux', 'Run it.']],
    [
      '!!! note "Heads up"\n    Mind the *gap*.\n\n    - one\n\nAfter.',
      ['Heads up', 'Mind the gap.', '- one', 'After.'],
    ],
    ['??? tip\n    Mind the gap.', ['Mind the gap.']],
    ['> [!NOTE]\n> Mind the gap.', ['Mind the gap.']],
    ['> [!TIP] Heads up\n> Mind the gap.', ['Heads up', 'Mind the gap.']],
    ['```{admonition} Heads up\n:class: dropdown\n\n- Mind the *gap*.\n```', ['Heads up', '- Mind the gap.']],
    ['````{note}\n```js\nlet a = "**"\n```\n````', ['let a = "**"']],
  ])('%j', (markdown, expected) => {
    expect(texts(markdown)).toEqual(expected)
  })

  test('a figure is its description and caption', () => {
    const figure = '```{figure} ../a.png\n---\nname: a\nalt: A ladder\n  of steps\n---\nThe *ladder*.\n```\n\nAfter.'
    expect(texts(figure)).toEqual(['A ladder of steps', 'The ladder.', 'After.'])
  })

  test('a directive for code stays code; one for the site disappears', () => {
    expect(
      markdownToBlocks('```{code-block} python\n:linenos:\na = {1}\n```\n\n```{toctree}\nintro\n```', 'T'),
    ).toEqual([{ kind: 'code', text: 'a = {1}', headingPath: [] }])
    expect(texts('::: {iframe} https://a.example/x\n:width: 100%\n:::\n\nText')).toEqual(['Text'])
  })
})

describe('attributes and labels', () => {
  test.each([
    ['(rr-overview)=\n## Overview', ['Overview']],
    ['## Set up {#set-up}', ['Set up']],
    ['## Set up {: .no_toc #set-up}\n\nText\n{:.lead}', ['Set up', 'Text']],
    ['See [the page](https://a.example){:target="_blank"}{.external}.', ['See the page.']],
    ['![](a.png){width=50%}\n\nText', ['Text']],
    ['* TOC\n{:toc}\n\nText', ['Text']],
    ['## Set up {#set-up .a.b#c .d }', ['Set up']],
    ['[[_TOC_]]\n\n[TOC]\n\nText', ['Text']],
    ['See {ref}`the guide<rr-guide>` and {term}`Data` {cite:ps}`Smith2020`.', ['See the guide and Data.']],
  ])('%j', (markdown, expected) => {
    expect(texts(markdown)).toEqual(expected)
  })
})

test('attributes without an end, and many blanks before something else, take linear time', () => {
  const classes = `{${'.a'.repeat(200)}`
  expect(texts(`Text ${classes}`)).toEqual([`Text ${classes}`])
  expect(texts(`{#a}${'x '.repeat(10)}\n\n\`\`\`\ny${' '.repeat(100_000)}{z\n\`\`\``)).toHaveLength(2)
  expect(texts(`a {b ${' '.repeat(100_000)} c`)).toHaveLength(1)
})

test('a mark that did not become emphasis or a link is removed', () => {
  expect(texts('<div>\nThe **whole** page, see [this](/x) and _that_.\n</div>')).toEqual([
    'The whole page, see this and that.',
  ])
  expect(texts('Active users**, **Note:**text, [the board][missing] and snake_case_name, 2 * 3 * 4.')).toEqual([
    'Active users, Note:text, the board and snake_case_name, 2 * 3 * 4.',
  ])
  expect(texts('<p>Slower in \\[area\\] &amp; more</p>')).toEqual(['Slower in [area] & more'])
})

test('emoji have their character, task lists no box', () => {
  expect(texts('Works :white_check_mark: :tada:, at 10:30:15 or :unknown_thing:')).toEqual([
    'Works ✅ 🎉, at 10:30:15 or :unknown_thing:',
  ])
  expect(texts('- [ ] Choose dates\n- [x] Book')).toEqual(['- Choose dates', '- ☑ Book'])
})

describe('tables that CommonMark does not know', () => {
  test.each([
    ['|---|---|\n|TO:|GSA|\n|FROM:|Ann|', ['TO: GSA', 'FROM: Ann']],
    ['| a | b | c |\n| d | e | f |', ['a | b | c', 'd | e | f']],
    ['| Region | Days |\n|---|\n| EU | 25 |', ['Region: EU; Days: 25']],
  ])('%j', (markdown, expected) => {
    expect(texts(markdown)).toEqual(expected)
  })
})

test('markup inside code is content', () => {
  const code = ['{% page "x" %}', '{{ name }}', '<Tab a={1}>', '{#id}', '**a**', ':tada:', '\\*', '[^1]', '(x)=']
  for (const sample of code) {
    expect(texts(`Write \`${sample}\` here`)).toEqual([`Write ${sample} here`])
    expect(texts(`Write:\n\n\`\`\`md\n${sample}\n:::note\n\`\`\`\n\nEnd`)).toEqual([
      'Write:',
      `${sample}\n:::note`,
      'End',
    ])
  }
})

test('unclosed constructs give text, never an error', () => {
  for (const opening of [
    '{% ',
    '{{ ',
    '<Tab a={',
    ':::note\n',
    '```{note}\n',
    '!!! note\n',
    '> [!',
    '{:',
    '`{a}`',
    '|-',
  ]) {
    expect(texts(`Before\n\n${opening}after`).join(' ')).toContain('Before')
    expect(Array.isArray(texts(opening.repeat(3_000)))).toBe(true)
  }
})

test('bullets, dashes and letters that Markdown does not know begin items', () => {
  expect(texts('Bring:\n• a pen\n• a form\n  ◦ signed\n· a stamp')).toEqual([
    'Bring:',
    '- a pen',
    '- a form',
    '  - signed',
    '- a stamp',
  ])
  expect(texts('– one\n– two')).toEqual(['- one', '- two'])
  expect(texts('He said nothing\n– or little.')).toEqual(['He said nothing – or little.'])
  expect(texts('(a) by train\n(b) by bus')).toEqual(['- (a) by train', '- (b) by bus'])
  expect(texts('e) is missing\na. is one')).toEqual(['e) is missing a. is one'])
  expect(texts('```\n• x\n```')).toEqual(['• x'])
})

test('rows without outer bars and separator are a table', () => {
  expect(texts('The record:\nType | Name | Content\nA | blog | 192.0.2.0\nAAAA | | ::1\nThen wait.')).toEqual([
    'The record:',
    'Type: A; Name: blog; Content: 192.0.2.0',
    'Type: AAAA; Content: ::1',
    'Then wait.',
  ])
  expect(texts('| Weekly | Hourly\nGrade 4 | £320.19 | £8.21')).toEqual(['Grade 4; Weekly: £320.19; Hourly: £8.21'])
  expect(texts('Under 18 | 5 euros\n18 and over | 9 euros')).toEqual(['Under 18: 5 euros', '18 and over: 9 euros'])
  expect(texts('Name | Price\n--- | ---\nPen | 2\nInk | 3')).toEqual(['Name: Pen; Price: 2', 'Name: Ink; Price: 3'])
  expect(texts('Set `a | b` once.\nSet `c | d` twice.')).toEqual(['Set a | b once. Set c | d twice.'])
  expect(texts('Name\tPrice\nPen\t2\nInk | red\t3')).toEqual(['Name: Pen; Price: 2', 'Name: Ink / red; Price: 3'])
  expect(texts('- a | b\n- c | d')).toEqual(['- a | b', '- c | d'])
})

test('ticks and boxes begin items and stay; an arrow begins one beside another', () => {
  expect(texts('Bring:\n☐ a card\n☑ a letter')).toEqual(['Bring:', '- ☐ a card', '- ☑ a letter'])
  expect(texts('→ first\n→ second')).toEqual(['- first', '- second'])
  expect(texts('Choose File\n→ Open to start.')).toEqual(['Choose File → Open to start.'])
})

test('the marks of questions and answers are no part of them', () => {
  expect(texts('Q: May I come?\nA: Yes.\n\n**Frage: Wann?**\n\nAntwort: Um neun.')).toEqual([
    'May I come? Yes.',
    'Wann?',
    'Um neun.',
  ])
  expect(texts('A: the first letter')).toEqual(['A: the first letter'])
  expect(texts('P: 12\nQ: 13')).toEqual(['P: 12, Q: 13'])
})

test('a line in brackets below others is a line, too', () => {
  expect(texts('Single room: 95 €\nDouble room: 45 €\n(children: free)')).toEqual([
    'Single room: 95 €, Double room: 45 €, (children: free)',
  ])
})

describe('pages of Obsidian and MkDocs', () => {
  test('comments are left out, in a line or in several', () => {
    expect(texts('Open at nine. %% ask Ann first %%\n\n%% rename later %%\n\nClosed on Friday.')).toEqual([
      'Open at nine.',
      'Closed on Friday.',
    ])
    expect(texts('One.\n\n%%\nsecret\n\nplans\n%%\n\nTwo.')).toEqual(['One.', 'Two.'])
    expect(texts('%%\nno end')).toEqual(['%% no end'])
    expect(texts('Write `%% a %%` so.')).toEqual(['Write %% a %% so.'])
  })

  test('fields, footnotes in the text, marks of blocks and keys are read as they are shown', () => {
    expect(texts('Owner:: Ann Lee\nReview cycle:: every six months')).toEqual([
      'Owner: Ann Lee, Review cycle: every six months',
    ])
    expect(texts('Import the profile [due:: 2025-06-01].')).toEqual(['Import the profile due: 2025-06-01.'])
    expect(texts('Use the app^[Only on new laptops]. ^a1b2c3')).toEqual(['Use the app (Only on new laptops).'])
    expect(texts('Press ++ctrl+alt+del++, then wait. C++ and D++ stay, as x ^n.')).toEqual([
      'Press ctrl+alt+del, then wait. C++ and D++ stay, as x ^n.',
    ])
  })

  test('a query of Dataview is no text', () => {
    expect(texts('One.\n\n```dataview\nTABLE due FROM "Tickets"\n```\n\nTwo.')).toEqual(['One.', 'Two.'])
  })

  test('icons, attributes, included files and abbreviations are no text but their words', () => {
    expect(texts(':material-clock: Open :octicons-arrow-24: daily { .lg .middle }')).toEqual(['Open daily'])
    expect(texts('![Chart](c.png){ width=300 } [Order](x.md){ .md-button }\n\n--8<-- "footer.md"')).toEqual([
      'Chart Order',
    ])
    expect(texts('*[SLA]: Service level agreement\n*[RTO]: Recovery time')).toEqual([
      'SLA: Service level agreement',
      'RTO: Recovery time',
    ])
  })

  test('the title of a tab stands apart from its text', () => {
    expect(texts('{% tab title="Mothers" %}\n52 weeks, of which 39 are paid.\n{% endtab %}')).toEqual([
      'Mothers',
      '52 weeks, of which 39 are paid.',
    ])
  })
})

test('questions and answers can be marked with a full stop', () => {
  expect(texts('Q. Can I bring my dog?\nA. On Fridays.')).toEqual(['Can I bring my dog? On Fridays.'])
  expect(texts('P. Schmidt\nR. Meyer')).toEqual(['P. Schmidt, R. Meyer'])
})

test.each(['%%', '%% a', '^[', '++a', '{ .a ', ':material-a', 'Owner:: ', '*[a', '[a:: ', ' ^a-1', '%%\n'])(
  'long rows of %j take linear time',
  (piece) => expectLinearTime(texts, piece),
)
