import { describe, expect, test } from 'vitest'
import { runCommand as press } from './command-notation.ts'
import { toggleBold, toggleItalic } from './markdown-emphasis.ts'

describe('Ctrl+B and Ctrl+I', () => {
  test.each([
    ['the word at the cursor', 'a wo¦rd b', 'a **wo¦rd** b', 'a *wo¦rd* b'],
    ['the word that the cursor ends', 'a word¦ b', 'a **word¦** b', 'a *word¦* b'],
    ['the word that the cursor begins', 'a ¦word b', 'a **¦word** b', 'a *¦word* b'],
    ['nothing yet: the cursor stands between the markers', 'a ¦ b', 'a **¦** b', 'a *¦* b'],
    ['the selection', 'a ⟦two words⟧ b', 'a **⟦two words⟧** b', 'a *⟦two words⟧* b'],
    ['the selection without the space around it', 'a⟦ word ⟧b', 'a⟦ **word** ⟧b', 'a⟦ *word* ⟧b'],
    ['several selections', '⟦one⟧ two ⟦three⟧', '**⟦one⟧** two **⟦three⟧**', '*⟦one⟧* two *⟦three⟧*'],
    ['several cursors', 'o¦ne two thr¦ee', '**o¦ne** two **thr¦ee**', '*o¦ne* two *thr¦ee*'],
    ['each line of a list', '- ⟦one\n- two⟧', '- **⟦one**\n- **two⟧**', '- *⟦one*\n- *two⟧*'],
    ['a heading, not its mark', '⟦# One⟧', '⟦# **One⟧**', '⟦# *One⟧*'],
  ])('emphasize %s', (_, before, bold, italic) => {
    expect(press(toggleBold, before)).toBe(bold)
    expect(press(toggleItalic, before)).toBe(italic)
  })

  test.each([
    ['at the cursor', 'a **wo¦rd** b', 'a wo¦rd b', 'a *wo¦rd* b'],
    ['of the selected words', 'a **⟦two words⟧** b', 'a ⟦two words⟧ b', 'a *⟦two words⟧* b'],
    ['where the markers are selected too', 'a ⟦**word**⟧ b', 'a ⟦word⟧ b', 'a ⟦*word*⟧ b'],
    ['before anything is typed', 'a **¦** b', 'a ¦ b', 'a *¦* b'],
    ['written with underscores', 'a __wo¦rd__ b', 'a wo¦rd b', 'a _wo¦rd_ b'],
    ['from the selected part only', '**one ⟦two⟧ three**', '**one** ⟦two⟧ **three**', '*one ⟦two⟧ three*'],
  ])('a second press removes the emphasis %s', (_, bold, without, italic) => {
    expect(press(toggleBold, bold)).toBe(without)
    expect(press(toggleItalic, italic)).toBe(without.replaceAll('**', '*'))
  })

  test('a press after the last emphasized word continues behind it', () => {
    expect(press(toggleBold, 'a **word¦**')).toBe('a **word**¦')
    expect(press(toggleItalic, 'a *word¦*')).toBe('a *word*¦')
  })

  test('bold and italic are independent of each other', () => {
    expect(press(toggleItalic, '**wo¦rd**')).toBe('***wo¦rd***')
    expect(press(toggleBold, '***wo¦rd***')).toBe('*wo¦rd*')
    expect(press(toggleItalic, '***wo¦rd***')).toBe('**wo¦rd**')
    expect(press(toggleItalic, 'a **¦**')).toBe('a ***¦***')
  })

  test('a selection that contains bold words becomes bold as a whole', () => {
    expect(press(toggleBold, '⟦one **two** three⟧')).toBe('**⟦one two three⟧**')
    expect(press(toggleBold, '**one ⟦two** three⟧')).toBe('**one ⟦two three⟧**')
  })
})
