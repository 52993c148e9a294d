import { describe, expect, it } from 'vitest'
import { convertConfluenceBody } from './confluence-body.ts'
import { readConfluencePage } from './confluence-page.ts'
import { readConfluenceTree } from './confluence-tree.ts'

function page({ title = 'Acme : On call', metadata = '', crumbs = '', body = '<p>Text.</p>' } = {}): string {
  return `<html><head><title>${title}</title></head><body>
    <div id="breadcrumb-section"><ol><li><a href="index.html">Acme</a></li>${crumbs}</ol></div>
    <h1><span id="title-text"> ${title} </span></h1>
    <div id="content"><div class="page-metadata">${metadata}</div>
    <div id="main-content" class="wiki-content">${body}</div><div>Comments: none</div></div></body></html>`
}

describe('a page', () => {
  it('has its content and its title', () => {
    const read = readConfluencePage(page({ title: 'Acme : Tea : green', body: '<div><p>Hot.</p></div>' }))
    expect(read).toMatchObject({ title: 'Tea : green', content: '<div><p>Hot.</p></div>' })
  })

  it.each([
    ['Created by <span> Ada</span> on Nov 01, 2026', '2026-11-01'],
    ['Created by Ada on Oct 05, 2026, last modified by Bob on Nov 01, 2026', '2026-11-01'],
    ['Created by Ada, last modified on 1 Nov, 2026', '2026-11-01'],
    ['Created by Ada, last modified on November 1, 2026', '2026-11-01'],
    ['2026-10-05, 2026-11-01', '2026-11-01'],
    ['Created by Ada on Feb 31, 2026', undefined],
    ['Created by Ada on Foo 01, 2026', undefined],
    ['', undefined],
  ])('has the last day of %j', (metadata, day) => {
    expect(readConfluencePage(page({ metadata }))?.date?.toISOString().slice(0, 10)).toBe(day)
  })

  it('that Confluence did not export is ignored', () => {
    expect(readConfluencePage('<title>A</title><div id="main-content">B</div>')).toBeUndefined()
  })
})

describe('the text of a page', () => {
  it('keeps panels as quotes and code as code, and loses its table of contents', () => {
    const body = convertConfluenceBody(
      '<div class="toc-macro"><div>1</div></div><div class="panel"><div class="panelContent"><p>Mind.</p></div></div>' +
        '<div class="code panel"><pre data-syntaxhighlighter-params="brush: java; gutter: false">a &lt; b</pre></div><p>End.</p>',
    )
    expect(body).toBe(
      '<blockquote><div class="panelContent"><p>Mind.</p></div></blockquote>' +
        '<div class="code panel"><pre><code class="language-java">a &lt; b</code></pre></div><p>End.</p>',
    )
  })

  it('is parsed with a hundred thousand open tags', () => {
    const deep = '<div class="panel">'.repeat(100_000)
    expect(convertConfluenceBody(deep)).toHaveLength('<blockquote>'.length * 100_000)
  })
})

describe('the tree', () => {
  const files = ['A_10001.html', 'B_10002.html', 'C_10003.html', 'index.html']
  const place = (index: string, others: Record<string, string> = {}) =>
    readConfluenceTree(files, (name) =>
      name === 'index.html'
        ? `<span id="title-text">Space</span><div id="main-content"></div>${index}`
        : (others[name] ?? page()),
    )?.map(({ file, parent }) => `${file[0]} below ${parent?.[0] ?? 'nothing'}`)

  it('follows the lists, in their order', () => {
    expect(
      place(
        '<ul><li><a href="C_10003.html">C</a><ul><li><a href="B_10002.html">B</a></li></ul></li><li><a href="A_10001.html">A</a></li></ul>',
      ),
    ).toEqual(['C below nothing', 'B below C', 'A below nothing'])
  })

  it('follows the pages that the list leaves out, without circles', () => {
    const below = (file: string) => page({ crumbs: `<li><a href="${file}">x</a></li>` })
    expect(
      place('', {
        'A_10001.html': below('B_10002.html'),
        'B_10002.html': below('A_10001.html'),
        'C_10003.html': below('A_10001.html'),
      }),
    ).toEqual(['B below nothing', 'A below B', 'C below A'])
  })

  it('is undefined for a folder with another kind of index', () => {
    expect(readConfluenceTree(files, () => '<ul><li>A site</li></ul>')).toBeUndefined()
    expect(readConfluenceTree(['a.html', 'index.html'], () => page())).toBeUndefined()
  })
})
