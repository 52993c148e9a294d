import { afterAll, describe, expect, it } from 'vitest'
import { createNoteFormatter } from './note-format.ts'

describe('the note formatter', () => {
  const format = createNoteFormatter()
  afterAll(() => format.close())

  it('returns each of many concurrent requests its own text', async () => {
    const texts = Array.from({ length: 20 }, (_, index) => `**${index}**`)
    const rendered = await Promise.all(texts.map((content) => format({ content, type: 'markdown' }, 'html')))
    expect(rendered).toEqual(texts.map((_, index) => `<p><strong>${index}</strong></p>\n`))
  })

  it('returns the text verbatim after the deadline, and renders the next one again', async () => {
    const impatient = createNoteFormatter({ deadlineMs: 1 })
    const hostile = '<b>'.repeat(200_000)
    expect(await impatient({ content: `${hostile}\`\`\``, type: 'html' }, 'md')).toBe(
      `\`\`\`\`\n${hostile}\`\`\`\n\`\`\`\``,
    )
    expect(await impatient({ content: '<i>&', type: 'html' }, 'html')).toMatch(/^<(?:i|pre)>/)
    await impatient.close()
    expect(await format({ content: '<i>a</i>', type: 'html' }, 'md')).toBe('*a*\n')
  })
})
