import { expect, test } from 'vitest'
import { advanceResearch, announceResearch, describeSection, initialResearch } from './research-state.ts'

const planned = advanceResearch(initialResearch, {
  type: 'plan',
  sections: [
    { title: 'Trains', question: 'Which trains?' },
    { title: 'Flights', question: 'Which flights?' },
  ],
})

test('a plan shows its sections, all waiting', () => {
  expect(planned.isPlanning).toBe(false)
  expect(planned.sections.map(describeSection)).toEqual(['Waiting', 'Waiting'])
})

test('progress changes the section that it names', () => {
  const searching = advanceResearch(planned, {
    type: 'progress',
    state: 'searching',
    section: 2,
    search: 'night trains',
  })
  expect(searching.sections.map(describeSection)).toEqual(['Waiting', 'Searching “night trains”…'])
  expect(announceResearch(searching)).toBe('Section 2 of 2: Flights')
  const done = advanceResearch(searching, { type: 'progress', state: 'done', section: 2, outcome: 'nothing-found' })
  expect(done.sections.map(describeSection)).toEqual(['Waiting', 'Nothing found'])
  expect(announceResearch(done)).toBe('')
})

test('planning and the summary are announced', () => {
  expect(announceResearch(initialResearch)).toBe('Planning the report.')
  const summarizing = advanceResearch(planned, { type: 'progress', state: 'summarizing' })
  expect(announceResearch(summarizing)).toBe('Writing the summary.')
})
