import { CompletionContext } from '@codemirror/autocomplete'
import { EditorState } from '@codemirror/state'
import { afterEach, expect, it } from 'vitest'
import { setTranslation } from '../messages/define-messages.ts'
import { completeBlock } from './slash-menu.ts'

afterEach(() => setTranslation('en', {}))

it('names blocks in the language that is set when the menu opens', () => {
  const labels = () => {
    const state = EditorState.create({ doc: '/' })
    return completeBlock(new CompletionContext(state, 1, false))?.options.map(({ label }) => label)
  }
  expect(labels()).toContain('Table')
  setTranslation('de', { editor: { table: 'Tabelle' } })
  expect(labels()).toContain('Tabelle')
})
