import { expect, test } from 'vitest'
import { officeFile, readWith, relationships } from '../../../test/support/office-files.ts'
import { htmlToBlocks } from '../../ingest/html-blocks.ts'
import { readPptx } from './read-pptx.ts'

const paragraph = (text: string, properties = '') => `<a:p>${properties}<a:r><a:t>${text}</a:t></a:r></a:p>`
const shape = (placeholder: string, ...paragraphs: string[]) =>
  `<p:sp><p:nvSpPr><p:nvPr>${placeholder}</p:nvPr></p:nvSpPr><p:txBody>${paragraphs.join('')}</p:txBody></p:sp>`
const title = (text: string) => shape('<p:ph type="title"/>', paragraph(text))

/** A presentation with slides in the order of their numbers in `order`. */
function pptx(slides: string[], order: number[], parts: Record<string, string> = {}): Buffer {
  return officeFile({
    ...relationships('', [['r1', 'officeDocument', 'ppt/presentation.xml']]),
    ...relationships(
      'ppt/presentation.xml',
      slides.map((_, index) => [`s${index}`, 'slide', `slides/slide${index}.xml`]),
    ),
    'ppt/presentation.xml': `<p:presentation><p:sldIdLst>${order.map((index) => `<p:sldId r:id="s${index}"/>`).join('')}</p:sldIdLst></p:presentation>`,
    ...Object.fromEntries(
      slides.map((slide, index) => [
        `ppt/slides/slide${index}.xml`,
        `<p:sld><p:cSld><p:spTree>${slide}</p:spTree></p:cSld></p:sld>`,
      ]),
    ),
    ...parts,
  })
}

test('struck out words of a slide are left out', async () => {
  const run = (text: string, properties = '') => `<a:r>${properties}<a:t>${text}</a:t></a:r>`
  const text = run('Fee: ') + run('40', '<a:rPr strike="sngStrike"/>') + run('55', '<a:rPr strike="noStrike"/>')
  const { content } = await readWith(readPptx, pptx([shape('', `<a:p>${text}</a:p>`)], [0]))
  expect(htmlToBlocks(content).map((block) => block.text)).toEqual(['Fee: 55'])
})

test('slides are pages in the order of the presentation, with title, nested points and notes', async () => {
  const points = shape(
    '<p:ph idx="1"/>',
    paragraph('Costs'),
    paragraph('Rent', '<a:pPr lvl="1"/>'),
    paragraph('Income'),
    paragraph('Plain', '<a:pPr><a:buNone/></a:pPr>'),
  )
  const notes = `<p:notes>${shape('<p:ph type="hdr"/>', paragraph('Notes header'))}
    ${shape('<p:ph type="body" idx="1"/>', paragraph('Say hello'))}
    ${shape('', paragraph('In a text box'))}
    ${shape('<p:ph type="sldNum"/>', paragraph('7'))}</p:notes>`
  const file = pptx([`${points}${title('Budget')}`, title('Welcome')], [1, 0], {
    ...relationships('ppt/slides/slide0.xml', [['n', 'notesSlide', '../notesSlides/notes1.xml']]),
    'ppt/notesSlides/notes1.xml': notes,
  })
  const { content, title: fileTitle } = await readWith(readPptx, file)
  expect(fileTitle).toBe('Welcome')
  expect(content).toContain('<section data-page="1"><h2>Welcome</h2>')
  expect(content).toContain('<section data-page="2"><h2>Budget</h2>')
  expect(htmlToBlocks(content).map(({ text }) => text)).toEqual([
    'Welcome',
    'Budget',
    '- Costs',
    '  - Rent',
    '- Income',
    'Plain',
    'Say hello',
    'In a text box',
  ])
})

test('hidden slides are kept; footers, dates and slide numbers are not', async () => {
  const slide =
    shape('<p:ph type="ftr"/>', paragraph('Confidential')) +
    shape('<p:ph type="sldNum"/>', '<a:p><a:fld type="slidenum"><a:t>1</a:t></a:fld></a:p>') +
    shape('', paragraph('Text box'))
  const file = pptx([slide], [0])
  expect((await readWith(readPptx, file)).content).toBe('<section data-page="1"><p>Text box</p></section>')
})

test('shapes in groups, numbered points and tables with merged cells are read', async () => {
  const cell = (text: string, attributes = '') => `<a:tc ${attributes}><a:txBody>${paragraph(text)}</a:txBody></a:tc>`
  const table = `<p:graphicFrame><a:tbl><a:tblPr firstRow="1"/>
    <a:tr>${cell('Team')}${cell('Lead')}</a:tr>
    <a:tr>${cell('Ops', 'rowSpan="2"')}${cell('Ann')}</a:tr>
    <a:tr>${cell('', 'vMerge="1"')}${cell('Bo')}</a:tr>
    <a:tr>${cell('Nobody', 'gridSpan="2"')}${cell('', 'hMerge="1"')}</a:tr></a:tbl></p:graphicFrame>`
  const number = '<a:pPr><a:buAutoNum type="arabicPeriod"/></a:pPr>'
  const letter = '<a:pPr lvl="1"><a:buAutoNum type="alphaLcParenR"/></a:pPr>'
  const group = `<p:grpSp><p:grpSp>${shape('', paragraph('Inner'))}</p:grpSp>${shape(
    '',
    paragraph('First', number),
    paragraph('detail', letter),
    paragraph('Second', number),
  )}</p:grpSp>`
  const { content } = await readWith(readPptx, pptx([group + table], [0]))
  expect(htmlToBlocks(content).map(({ text }) => text)).toEqual([
    'Inner',
    '1. First',
    '  - a) detail',
    '2. Second',
    'Team: Ops; Lead: Ann',
    'Team: Ops; Lead: Bo',
    'Nobody',
  ])
})

test('diagrams are nested lists and charts are tables', async () => {
  const point = (id: string, text: string, type = 'node') =>
    `<dgm:pt modelId="${id}" type="${type}"><dgm:t>${paragraph(text)}</dgm:t></dgm:pt>`
  const connection = (from: string, to: string, order: number) =>
    `<dgm:cxn srcId="${from}" destId="${to}" srcOrd="${order}"/>`
  const diagram = `<dgm:dataModel><dgm:ptLst>${point('0', '', 'doc')}${point('2', 'Build')}${point('1', 'Plan')}
    ${point('3', 'Sketch')}${point('4', 'Plan', 'pres')}</dgm:ptLst><dgm:cxnLst>${connection('0', '1', 0)}
    ${connection('0', '2', 1)}${connection('1', '3', 0)}${connection('3', '1', 0)}</dgm:cxnLst></dgm:dataModel>`
  const values = (...texts: string[]) =>
    texts.map((text, index) => `<c:pt idx="${index}"><c:v>${text}</c:v></c:pt>`).join('')
  const chart = `<c:chartSpace><c:chart><c:title><a:p><a:r><a:t>Sales</a:t></a:r></a:p></c:title><c:plotArea><c:ser>
    <c:tx>${values('2024')}</c:tx><c:cat>${values('North', 'South')}</c:cat><c:val>${values('0.30000000000000004', '5')}</c:val>
    </c:ser></c:plotArea></c:chart></c:chartSpace>`
  const slide =
    '<p:graphicFrame><dgm:relIds r:dm="d"/></p:graphicFrame><p:graphicFrame><c:chart r:id="c"/></p:graphicFrame>'
  const file = pptx([slide], [0], {
    ...relationships('ppt/slides/slide0.xml', [
      ['d', 'diagramData', '../diagrams/data1.xml'],
      ['c', 'chart', '../charts/chart1.xml'],
    ]),
    'ppt/diagrams/data1.xml': diagram,
    'ppt/charts/chart1.xml': chart,
  })
  const { content } = await readWith(readPptx, file)
  expect(htmlToBlocks(content).map(({ text }) => text)).toEqual([
    '- Plan',
    '  - Sketch',
    '- Build',
    'Sales',
    'North; 2024: 0.3',
    'South; 2024: 5',
  ])
})
