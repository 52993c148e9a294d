import { describe, expect, test } from 'vitest'
import { openDocument, readWith } from '../../../test/support/office-files.ts'
import { htmlToBlocks } from '../../ingest/html-blocks.ts'
import { readOdt } from './read-odt.ts'

const p = (text: string, style = '') => `<text:p text:style-name="${style}">${text}</text:p>`
const h = (text: string, level: number) => `<text:h text:outline-level="${level}">${text}</text:h>`
const item = (...content: string[]) => `<text:list-item>${content.join('')}</text:list-item>`
const cell = (text: string, attributes = '') => `<table:table-cell ${attributes}>${p(text)}</table:table-cell>`
const row = (...cells: string[]) => `<table:table-row>${cells.join('')}</table:table-row>`

async function read(body: string, styles = '', parts = {}) {
  return (await readWith(readOdt, openDocument(`<office:text>${body}</office:text>`, styles, parts))).content
}

async function readBlocks(body: string, styles = '') {
  return htmlToBlocks(await read(body, styles)).map(({ text }) => text)
}

test('headings have their level, and numbers where the outline is numbered', async () => {
  expect(await read(h('One', 1) + h('Two', 2) + p('Text'))).toBe('<h1>One</h1>\n<h2>Two</h2>\n<p>Text</p>')
  const outline = `<office:document-styles><text:outline-style>
    <text:outline-level-style text:level="1" style:num-format="1"/>
    <text:outline-level-style text:level="2" style:num-format="1" text:display-levels="2"/>
    </text:outline-style></office:document-styles>`
  expect(await read(h('One', 1) + h('Two', 2) + h('Three', 2), '', { 'styles.xml': outline })).toBe(
    '<h1>1 One</h1>\n<h2>1.1 Two</h2>\n<h2>1.2 Three</h2>',
  )
})

test('paragraph styles make headings and the title, through their parents', async () => {
  const styles = `<style:style style:name="P1" style:family="paragraph" style:parent-style-name="Title"/>
    <style:style style:name="Title" style:family="paragraph"/>
    <style:style style:name="P2" style:family="paragraph" style:parent-style-name="Heading_20_1"/>
    <style:style style:name="Heading_20_1" style:family="paragraph" style:default-outline-level="1"/>`
  expect(await read(p('Report', 'P1') + p('Results', 'P2'), styles)).toBe('<h1>Report</h1>\n<h2>Results</h2>')
})

describe('lists', () => {
  const styles = `<text:list-style style:name="L1">
    <text:list-level-style-number text:level="1" style:num-format="1" style:num-suffix="."/>
    <text:list-level-style-number text:level="2" style:num-format="a" style:num-suffix=")"/></text:list-style>
    <text:list-style style:name="L2"><text:list-level-style-bullet text:level="1"/></text:list-style>`

  test('are nested and numbered, and go on where the file says so', async () => {
    const first = `<text:list text:style-name="L1">${item(
      p('Buy'),
      `<text:list>${item(p('paper'))}${item(p('ink'))}</text:list>`,
    )}${item(p('Print'), p('on both sides'))}</text:list>`
    const second = `<text:list text:style-name="L1" text:continue-numbering="true">${item(p('Sell'))}</text:list>`
    const third = `<text:list text:style-name="L1">${item(p('New'))}</text:list>`
    const bullets = `<text:list text:style-name="L2">${item(p('Fish'))}</text:list>`
    expect(await readBlocks(first + p('Pause') + second + p('Pause again') + third + bullets, styles)).toEqual([
      '1. Buy',
      '  - a) paper',
      '  - b) ink',
      '2. Print: on both sides',
      'Pause',
      '3. Sell',
      'Pause again',
      '1. New',
      '- Fish',
    ])
  })

  test('count the headings that are their items, with the clauses below them', async () => {
    const legal = `<text:list-style style:name="L3">
      <text:list-level-style-number text:level="1" style:num-format="1" style:num-suffix="."/>
      <text:list-level-style-number text:level="2" style:num-format="1" text:display-levels="2"/></text:list-style>`
    const clauses = (...texts: string[]) => `<text:list>${texts.map((text) => item(p(text))).join('')}</text:list>`
    const list = `<text:list text:style-name="L3">${item(h('Scope', 1), clauses('All sites', 'All staff'))}${item(
      h('Booking', 1),
      clauses('By train'),
    )}</text:list>`
    expect(await readBlocks(list, legal)).toEqual([
      '1. Scope',
      '- 1.1 All sites',
      '- 1.2 All staff',
      '2. Booking',
      '- 2.1 By train',
    ])
  })
})

test('tables repeat cells that cover rows; repeated cells are bounded', async () => {
  const table = `<table:table><table:table-header-rows>${row(cell('Region'), cell('City'), cell('Days'))}</table:table-header-rows>
    ${row(cell('EU', 'table:number-rows-spanned="2"'), cell('Bonn'), cell('25'))}
    ${row('<table:covered-table-cell/>', cell('Lyon'), cell('30'))}
    ${row(cell('Elsewhere', 'table:number-columns-spanned="2"'), '<table:covered-table-cell/>', cell('20'))}
    ${row('<table:table-cell table:number-columns-repeated="999999999"/>')}</table:table>`
  expect(await readBlocks(table)).toEqual([
    'Region: EU; City: Bonn; Days: 25',
    'Region: EU; City: Lyon; Days: 30',
    'Region: Elsewhere; Days: 20',
  ])
})

test('notes and text boxes follow their paragraph; deletions, comments, hidden and struck out text are left out', async () => {
  const hidden = `<style:style style:name="T1" style:family="text"><style:text-properties text:display="none"/></style:style>
    <style:style style:name="T2" style:family="text"><style:text-properties style:text-line-through-style="solid"/></style:style>`
  const changes = `<text:tracked-changes><text:changed-region><text:deletion>${p('deleted')}</text:deletion></text:changed-region></text:tracked-changes>`
  const note = `<text:note><text:note-citation>1</text:note-citation><text:note-body>${p('A note.')}</text:note-body></text:note>`
  const box = `<draw:frame><draw:text-box>${p('In a box')}</draw:text-box><svg:desc>a picture</svg:desc></draw:frame>`
  const comment = `<office:annotation><dc:creator>Ann</dc:creator>${p('a comment')}</office:annotation>`
  const text = `Sales${note} grew<text:s text:c="3"/>fast${box}${comment}<text:span text:style-name="T1">hidden</text:span><text:span text:style-name="T2">struck</text:span>.`
  expect(await readBlocks(changes + p(text), hidden)).toEqual(['Sales grew fast.', 'In a box', 'A note.'])
})

test('the table of contents is left to the reader of HTML, which drops it', async () => {
  const contents = `<text:table-of-content><text:index-body>${p('One 1')}${p('Two 2')}</text:index-body></text:table-of-content>`
  expect(await readBlocks(contents + h('One', 1) + p('Text'))).toEqual(['One', 'Text'])
})

test('title and date come from the properties, but not from those of a template', async () => {
  const meta = (template: string) => ({
    'meta.xml': `<office:document-meta><dc:title>Leave policy</dc:title><dc:date>2024-05-06T07:08:09</dc:date>${template}</office:document-meta>`,
  })
  const file = (template: string) => openDocument(`<office:text>${p('Text')}</office:text>`, '', meta(template))
  expect(await readWith(readOdt, file(''))).toMatchObject({ title: 'Leave policy', updatedAt: expect.any(Date) })
  const { title } = await readWith(readOdt, file('<meta:template xlink:title="Leave policy"/>'))
  expect(title).toBeUndefined()
})

test('an encrypted file is refused', async () => {
  const manifest =
    '<manifest:manifest><manifest:file-entry><manifest:encryption-data/></manifest:file-entry></manifest:manifest>'
  const file = openDocument('x', '', { 'META-INF/manifest.xml': manifest })
  await expect(readWith(readOdt, file)).rejects.toMatchObject({ reason: 'encrypted' })
})
