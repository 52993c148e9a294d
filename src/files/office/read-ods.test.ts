import { expect, test } from 'vitest'
import { openDocument, readWith } from '../../../test/support/office-files.ts'
import { htmlToBlocks } from '../../ingest/html-blocks.ts'
import { readOds } from './read-ods.ts'

const cell = (text: string, attributes = '') =>
  `<table:table-cell ${attributes}><text:p>${text}</text:p></table:table-cell>`
const number = (text: string) => cell(text, 'office:value-type="float"')
const row = (cells: string, attributes = '') => `<table:table-row ${attributes}>${cells}</table:table-row>`
const sheet = (name: string, rows: string) => `<table:table table:name="${name}">${rows}</table:table>`
const spreadsheet = (...sheets: string[]) => openDocument(`<office:spreadsheet>${sheets.join('')}</office:spreadsheet>`)

test('sheets are sections; merged cells are filled and empty repeated cells cost nothing', async () => {
  const file = spreadsheet(
    sheet(
      'Leave',
      row(cell('Region') + cell('City') + cell('Days')) +
        row(cell('EU', 'table:number-rows-spanned="2"') + cell('Bonn') + number('25')) +
        row(
          `<table:covered-table-cell/>${cell('Lyon')}${number('30')}<table:table-cell table:number-columns-repeated="16000"/>`,
        ) +
        row('<table:table-cell table:number-columns-repeated="16384"/>', 'table:number-rows-repeated="1048000"'),
    ),
    sheet('Notes', row(cell('Only <text:s/>text<office:annotation><text:p>comment</text:p></office:annotation>'))),
  )
  const { content } = await readWith(readOds, file)
  expect(htmlToBlocks(content).map(({ text }) => text)).toEqual([
    'Leave',
    'Region: EU; City: Bonn; Days: 25',
    'Region: EU; City: Lyon; Days: 30',
    'Notes',
    'Only text',
  ])
})

test('struck out cells and words are left out', async () => {
  const styles = `<style:style style:name="T" style:family="text"><style:text-properties style:text-line-through-style="solid"/></style:style>
    <style:style style:name="C" style:family="table-cell"><style:text-properties style:text-line-through-type="single"/></style:style>`
  const rows =
    row(cell('Room') + cell('Seats') + cell('Floor')) +
    row(cell('Mars') + cell('<text:span text:style-name="T">8</text:span> 12') + cell('3', 'table:style-name="C"'))
  const file = openDocument(`<office:spreadsheet>${sheet('S', rows)}</office:spreadsheet>`, styles)
  const { content } = await readWith(readOds, file)
  expect(htmlToBlocks(content).map(({ text }) => text)).toEqual(['S', 'Room: Mars; Seats: 12'])
})

test('values without text are read, and repeated values are bounded by the limit of cells', async () => {
  const date = '<table:table-cell office:value-type="date" office:date-value="2024-05-06"/>'
  expect((await readWith(readOds, spreadsheet(sheet('S', row(date))))).content).toBe(
    '<section data-page="1"><h2>S</h2>\n<p>2024-05-06</p></section>',
  )
  const repeated = row(cell('x', 'table:number-columns-repeated="16000"'), 'table:number-rows-repeated="1000000"')
  const { content, skipped } = await readWith(readOds, spreadsheet(sheet('S', repeated)), { cells: 500 })
  expect(content.match(/<td>/g)).toHaveLength(500)
  expect(skipped).toEqual([{ name: 'S', reason: 'too-large' }])
})
