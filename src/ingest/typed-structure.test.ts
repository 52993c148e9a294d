import { describe, expect, test } from 'vitest'
import { htmlToBlocks } from './html-blocks.ts'
import { markdownToBlocks } from './markdown-blocks.ts'

function outline(html: string): string[] {
  return htmlToBlocks(html).map(({ kind, text, headingPath }) => {
    return `${[...headingPath, ''].join(' > ')}${kind === 'heading' ? '# ' : ''}${text}`
  })
}

describe('a line in bold above text is its heading', () => {
  test('between line breaks', () => {
    const page =
      '<p><strong>Opening hours</strong><br>Monday to Friday<br>11:30 to 14:00<br><br><b>Paying:</b><br>You pay with your badge.</p>'
    expect(outline(page)).toEqual([
      '# Opening hours',
      'Opening hours > Monday to Friday, 11:30 to 14:00',
      '# Paying',
      'Paying > You pay with your badge.',
    ])
  })

  test.each([
    '<p><b>Keys</b></p>',
    '<div><strong><span>Keys</span></strong><br></div>',
    '<p class="MsoNormal"><b><span style="font-size:14.0pt">Keys<o:p></o:p></span></b></p>',
    '<p style="font-weight:bold">Keys</p>',
    '<p><span style="font-weight: 700">Keys</span></p>',
    '<p class="c1"><span class="c8">Keys</span></p>',
    '<p class="c3 title"><span class="c2">Keys</span></p>',
    '<p class="MsoTitle">Keys</p>',
    '<p><u>Keys</u></p>',
    '<p><b>K</b><b>eys</b>:</p>',
  ])('%s', (line) => {
    const css = '<style>.c2{font-weight:400}.c8{font-weight:700;color:#000}</style>'
    expect(outline(`${css}<h2>Move</h2>${line}<p>Ask Petra.</p>`)).toEqual([
      '# Move',
      'Move > # Keys',
      'Move > Keys > Ask Petra.',
    ])
  })

  test.each([
    ['words within a paragraph', '<p><b>Keys</b> are with Petra.</p><p>Ask her.</p>'],
    ['a sentence', '<p><b>Bring your keys.</b></p><p>Ask Petra.</p>'],
    ['a line within a sentence', '<p>Please bring<br><b>Your badge</b><br>to the office.</p>'],
    ['lines that are all bold', '<p><b>Closed today</b></p><p><b>Call Petra</b></p>'],
    ['nothing below', '<p>Ask</p><p><b>Petra</b></p><h2>Keys</h2>'],
    ['a link', '<p><a href="/a"><b>Keys</b></a></p><p>Ask Petra.</p>'],
    ['bold that is taken back', '<p><b style="font-weight:normal">Keys</b></p><p>Ask Petra.</p>'],
    ['bold that is not closed', '<p>One <b>two<p>Keys<p>Ask Petra.'],
    ['the announcement of a list', '<p><b>You need:</b></p><ul><li>keys</ul>'],
    ['an item of a list', '<p>• <b>Keys</b></p><p>Ask Petra.</p>'],
    ['a cell', '<table><tr><td><b>Keys</b></td><td>Petra</td></tr></table><p>Ask her.</p>'],
  ])('but not %s', (_name, page) => {
    expect(htmlToBlocks(page).filter(({ kind, text }) => kind === 'heading' && text !== 'Keys')).toEqual([])
    expect(htmlToBlocks(page.replace('<h2>Keys</h2>', '')).filter(({ kind }) => kind === 'heading')).toEqual([])
  })

  test('and a heading of Markdown', () => {
    const blocks = markdownToBlocks('# Office\n\n**Can I bring my dog?**\n\nYes, on Fridays.', 'Office')
    expect(blocks.at(-1)).toMatchObject({ text: 'Yes, on Fridays.', headingPath: ['Office', 'Can I bring my dog?'] })
  })
})

describe('typed bullets and numbers begin items', () => {
  test.each([
    ['paragraphs', '<p>You need:</p><p>• keys</p><p>• a badge</p><p>Ask Petra.</p>'],
    ['line breaks', '<p>You need:<br>- keys<br>- a badge<br>Ask Petra.</p>'],
    [
      'divs',
      '<div>You need:</div><div>&ndash;&nbsp;keys</div><div>&ndash;&nbsp;a badge</div><div><br></div><div>Ask Petra.</div>',
    ],
    [
      'Word',
      '<p>You need:</p><p class=MsoListParagraph><span>&middot;<span>&nbsp;&nbsp; </span></span>keys</p><p class=MsoListParagraph>&middot; a badge</p><p>Ask Petra.',
    ],
  ])('in %s', (_name, page) => {
    expect(htmlToBlocks(page).map(({ kind, text }) => [kind, text])).toEqual([
      ['paragraph', 'You need:'],
      ['list-item', '- keys'],
      ['list-item', '- a badge'],
      ['paragraph', 'Ask Petra.'],
    ])
  })

  test('with numbers, letters, levels and ticks', () => {
    expect(outline('<p>1) Open<br>2) Choose:<br>a) small<br>b) large<br>3) Send</p>')).toEqual([
      '1. Open',
      '2. Choose:',
      '  - a) small',
      '  - b) large',
      '3. Send',
    ])
    expect(
      outline(
        '<p class=MsoList>· up to 30 kg<p class=MsoListParagraphCxSpMiddle>o&nbsp; abroad 20 kg<p class=MsoList>· at gate 2',
      ),
    ).toEqual(['- up to 30 kg', '  - abroad 20 kg', '- at gate 2'])
    expect(outline('<p>☑ done<br>☐ open</p>')).toEqual(['- ☑ done', '- ☐ open'])
  })

  test('with "1.)", and with text between the items', () => {
    expect(outline('<p>1.) call<br>2.) wait</p>')).toEqual(['1. call', '2. wait'])
    const picture = '<p><img alt="The page"></p>'
    expect(
      outline(`<p>1. open</p><p>2. run</p>${picture}<p>3. tag</p><p>One.</p><p>Two.</p><p>Three.</p><p>4. x</p>`),
    ).toEqual(['1. open', '2. run', 'The page', '3. tag', 'One.', 'Two.', 'Three.', '4. x'])
    const kinds = htmlToBlocks(`<p>1. open</p><p>2. run</p>${picture}<p>3. tag</p>`).map(({ kind }) => kind)
    expect(kinds).toEqual(['list-item', 'list-item', 'paragraph', 'list-item'])
    expect(outline('<p>1. a<br>2. b<br><br>Also:<br>• c<br>• d</p>').slice(2)).toEqual(['Also:', '- c', '- d'])
    const sections = '<p>1. Purpose</p><p>Safety.</p><p>2. Scope</p><p>All sites.</p>'
    expect(new Set(htmlToBlocks(sections).map(({ kind }) => kind))).toEqual(new Set(['paragraph']))
  })

  test('with the word "step"', () => {
    expect(outline('<p><b>Step 1:</b> Stop it.</p><p><b>Step 2:</b> Start it.</p><p>Then wait.</p>')).toEqual([
      '1. Stop it.',
      '2. Start it.',
      'Then wait.',
    ])
    expect(outline('<p>Schritt 1 – Tür öffnen<br>Schritt 2 – Tür schließen</p>')).toEqual([
      '1. Tür öffnen',
      '2. Tür schließen',
    ])
    expect(outline('<p>Step 1: Stop it.</p><p>See step 2: wait.</p>')).toEqual([
      'Step 1: Stop it.',
      'See step 2: wait.',
    ])
  })

  test('a wrapped line belongs to its item', () => {
    expect(outline('<p>- the form that is<br>signed<br>- a photo</p>')).toEqual([
      '- the form that is signed',
      '- a photo',
    ])
  })

  test.each([
    'We pay<br>- in March<br>all fees.',
    '1. FC Leipzig<br>won the game',
    '3. floor, room 12',
    'a) is not possible',
    '12. March',
    'o la bici',
    '-5 degrees<br>-3 degrees',
  ])('but not in "%s"', (text) => {
    expect(htmlToBlocks(`<p>${text}</p>`).filter(({ kind }) => kind === 'list-item')).toEqual([])
  })
})

describe('lines that name a value each are items', () => {
  const hours = 'Monday: 9 to 12<br>Tuesday &ndash; 9 to 17<br>Friday: closed'
  test('from three on, also below the line that announces them', () => {
    const items = ['- Monday: 9 to 12', '- Tuesday – 9 to 17', '- Friday: closed']
    expect(outline(`<p>${hours}</p>`)).toEqual(items)
    expect(outline(`<p>We are open:<br>${hours}</p>`)).toEqual(['We are open:', ...items])
    expect(outline(`<p><b>Hours</b><br>${hours}</p>`)).toEqual(['# Hours', ...items.map((item) => `Hours > ${item}`)])
  })

  test.each([
    ['two', 'Name: Ada<br>Phone: 12'],
    ['a signature', 'Ann Lee<br>Reception<br>Phone: 12<br>Fax: 13<br>Mail: ann@a.test'],
    ['sentences', 'Note: we are closed.<br>Ask Ann.<br>Or: ask Ben.'],
    ['addresses', 'https://a.test<br>https://b.test<br>https://c.test'],
  ])('but not %s', (_name, lines) => {
    expect(htmlToBlocks(`<p>${lines}</p>`).map(({ kind }) => kind)).toEqual(['paragraph'])
  })
})

test('marks of questions and answers are left out', () => {
  expect(outline('<p><b>Q: Is there a gym?</b><br>A: Yes, in hall C.</p><p>Q: And tea?</p><p>A: Yes.</p>')).toEqual([
    '# Is there a gym?',
    'Is there a gym? > Yes, in hall C.',
    'Is there a gym? > And tea?',
    'Is there a gym? > Yes.',
  ])
})

test('what was read keeps its page and its links', () => {
  const page = '<section data-page="3"><p><b>Keys</b></p><p>Ask Petra.<br><br><a href="/a">Form</a></p></section>'
  expect(htmlToBlocks(page).map(({ page, links }) => [page, links])).toEqual([
    [3, undefined],
    [3, undefined],
    [3, undefined],
  ])
  expect(htmlToBlocks('<p><a href="/a">• One</a></p><p><a href="/b">• Two</a></p>').map(({ links }) => links)).toEqual([
    'elsewhere',
    'elsewhere',
  ])
})

test('many lines are read in linear time', () => {
  const count = 10_000
  expect(htmlToBlocks(`<p>${'- a<br>'.repeat(count)}</p>`)).toHaveLength(1)
  expect(htmlToBlocks(Array.from({ length: count }, (_, i) => `<p>• ${i}</p>`).join(''))).toHaveLength(count)
  expect(htmlToBlocks(`<p>${'<b>Keys</b><br>Ask Petra<br>'.repeat(count)}</p>`).length).toBe(2 * count)
})

test('fields in bold, each on its line, are entries', () => {
  const note =
    '**Date:** 12 May 2026\n**Attendees:** Anna Meier (chair), Ben Okoro, Carla Díaz\n**Apologies:** Dmitri Petrov'
  expect(markdownToBlocks(note, 'Minutes').map(({ text }) => text)).toEqual([
    '- Date: 12 May 2026',
    '- Attendees: Anna Meier (chair), Ben Okoro, Carla Díaz',
    '- Apologies: Dmitri Petrov',
  ])
})

test('code within a step is a block of its own and keeps its breaks', () => {
  const note = '1. Point the service to it:\n   ```\n   set host db-2\n   ```\n2. Run\n   ```\n   a\n   b\n   ```'
  expect(markdownToBlocks(note, 'Failover').map(({ text }) => text)).toEqual([
    '1. Point the service to it:',
    'set host db-2',
    '2. Run',
    'a\nb',
  ])
})

test('clauses are lines of their own, with their names in bold', () => {
  const note =
    "4.1 Notice\n4.2 The tenant pays\n4.3 **Deposit** The deposit is three months' rent.\n\n4.4 **Alle** Mitarbeiter zahlen."
  expect(markdownToBlocks(note, 'Lease').map(({ text }) => text)).toEqual([
    "4.1 Notice\n4.2 The tenant pays\n4.3 Deposit: The deposit is three months' rent.",
    '4.4 Alle Mitarbeiter zahlen.',
  ])
})

test('counted paragraphs are items, also where their lines are wrapped', () => {
  const note =
    '(1) Die Arbeitszeit beträgt 38 Stunden.\n(2) Die Kernzeit liegt zwischen\n10:00 und 15:00 Uhr.\n(3) Pausen sind frei.'
  expect(markdownToBlocks(note, 'Zeit').map(({ text }) => text)).toEqual([
    '1. Die Arbeitszeit beträgt 38 Stunden.',
    '2. Die Kernzeit liegt zwischen 10:00 und 15:00 Uhr.',
    '3. Pausen sind frei.',
  ])
})

test('lines that begin with a time are entries', () => {
  const note = '09:12 Alert "errors above 5 %" fires\n09:15 Ana acknowledges\n09:31 Certificate renewed by Bo.'
  expect(markdownToBlocks(note, 'Incident').map(({ text }) => text)).toEqual([
    '- 09:12 Alert "errors above 5 %" fires',
    '- 09:15 Ana acknowledges',
    '- 09:31 Certificate renewed by Bo.',
  ])
})

test('steps that are typed as sentences below each other are items', () => {
  const note = 'Step 1: Download the client from the portal.\nStep 2: Open the file.'
  expect(markdownToBlocks(note, 'VPN').map(({ text }) => text)).toEqual([
    '1. Download the client from the portal.',
    '2. Open the file.',
  ])
})

test('lines that end with a price are entries', () => {
  const note =
    '**Monday**\nLentil soup 4.20\nSchnitzel with fries 7.90 €\n\nIn 2024 we sold 4\nand in 2025 we sold 5.50'
  expect(markdownToBlocks(note, 'Menu').map(({ text }) => text)).toEqual([
    'Monday',
    '- Lentil soup 4.20',
    '- Schnitzel with fries 7.90 €',
    'In 2024 we sold 4 and in 2025 we sold 5.50',
  ])
})

test('labelled lines below a title are entries, also beside long ones', () => {
  const note =
    'WHO TO CALL\nAccounts and wages: Irina Volk, 0555 410 14, wages@harrowfinch.example\nEmergency phone (nights, weekends): 0555 410 99\nStore: Stan Oakes, 0555 410 31\n\nto do\nIrina - letters\nRob - contract\nDot - hampers'
  expect(markdownToBlocks(note, 'Contacts').map(({ text }) => text)).toEqual([
    'WHO TO CALL',
    '- Accounts and wages: Irina Volk, 0555 410 14, wages@harrowfinch.example',
    '- Emergency phone (nights, weekends): 0555 410 99',
    '- Store: Stan Oakes, 0555 410 31',
    'to do',
    '- Irina - letters',
    '- Rob - contract',
    '- Dot - hampers',
  ])
})

test('a labelled line below a sentence stays a line, and so do typed questions and their answers', () => {
  const note = 'Devan was against it.\nDecision: the card stays at £12.\n\nQ: Locked out\nA: Call Ann. She knows.'
  expect(markdownToBlocks(note, 'Minutes').map(({ text }) => text)).toEqual([
    'Devan was against it.\nDecision: the card stays at £12.',
    'Locked out\nCall Ann. She knows.',
  ])
})
