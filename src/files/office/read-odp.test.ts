import { expect, test } from 'vitest'
import { openDocument, readWith } from '../../../test/support/office-files.ts'
import { readOdp } from './read-odp.ts'

const frame = (kind: string, content: string) =>
  `<draw:frame presentation:class="${kind}"><draw:text-box>${content}</draw:text-box></draw:frame>`
const p = (text: string) => `<text:p>${text}</text:p>`

test('slides are pages with title, points, shapes and notes; texts of the master are left out', async () => {
  const points = `<text:list><text:list-item>${p('Rent')}<text:list><text:list-item>${p('office')}</text:list-item></text:list></text:list-item></text:list>`
  const slide = `<draw:page>${frame('outline', points)}${frame('title', p('Budget') + p('2025'))}${frame('footer', p('Confidential'))}
    <draw:g><draw:custom-shape>${p('A shape')}</draw:custom-shape></draw:g>
    <presentation:notes><draw:page-thumbnail/>${frame('notes', p('Say hello'))}${frame('page-number', p('1'))}</presentation:notes></draw:page>`
  const body = `<office:presentation><presentation:footer-decl>Footer</presentation:footer-decl>
    <draw:page/>${slide}</office:presentation>`
  const master = `<office:document-styles><office:master-styles><style:master-page>${frame('title', p('Master'))}</style:master-page></office:master-styles></office:document-styles>`
  const { content, title } = await readWith(readOdp, openDocument(body, '', { 'styles.xml': master }))
  expect(title).toBe('Budget 2025')
  expect(content.replaceAll('\n', '')).toBe(
    '<section data-page="2"><h2>Budget 2025</h2><ul><li>Rent<ul><li>office</li></ul></li></ul><p>A shape</p><aside><p>Say hello</p></aside></section>',
  )
})
