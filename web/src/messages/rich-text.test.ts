import { createElement, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { RichText } from './rich-text.tsx'

const render = (text: string, parts: Record<string, (words: string) => ReactNode>) =>
  renderToStaticMarkup(createElement(RichText, { text, parts }))

describe('rich text', () => {
  it('renders marked words with the element of their name', () => {
    const parts = {
      key: (words: string) => createElement('a', { href: '/keys' }, words),
      docs: (words: string) => createElement('b', null, words),
    }
    expect(render('<key>Create one</key>, or read the <docs>reference</docs>.', parts)).toBe(
      '<a href="/keys">Create one</a>, or read the <b>reference</b>.',
    )
  })

  it('shows unknown marks and other markup as text', () => {
    expect(render('a < b, <other>words</other> <img src=x>', {})).toBe('a &lt; b, words &lt;img src=x&gt;')
  })
})
