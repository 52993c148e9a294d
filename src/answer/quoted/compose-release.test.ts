import { expect, test } from 'vitest'
import { passageFixture } from '../../../test/support/read-passage.ts'
import type { HydratedPassage } from '../../search/hydrate-passages.ts'
import { composeRelease, withRelease } from './compose-release.ts'
import { sectionUnits } from './split-units.ts'

const section = (heading: string, body: string, ordinal: number) =>
  passageFixture({ title: 'Release notes', documentKey: 900, heading, body, ordinal })
const notes = [
  section('2.10.0 (12 November 2026)', '- Dark mode.\n- Fixed: the calendar was an hour late.', 0),
  section('2.9.1 (2 October 2026)', '- Fixed a crash.', 1),
  section('2.9.0 (1 October 2026) › New', '- Comments can be pinned.', 2),
  section('2.9.0 (1 October 2026) › Removed', '- Support for Internet Explorer.', 3),
]

async function compose(question: string, passages: readonly HydratedPassage[] = [notes[2]!], document = notes) {
  const readDocument = async ({ documentKey }: HydratedPassage) =>
    documentKey === 900 ? document : passages.filter((passage) => passage.documentKey === documentKey)
  return (await composeRelease(question, { passages, readDocument }))?.map(({ text }) => text)
}

test.each([
  [
    'What changed in 2.9.0?',
    ['2.9.0 (1 October 2026)', 'New', '- Comments can be pinned.', 'Removed', '- Support for Internet Explorer.'],
  ],
  ['What was removed in 2.9?', ['2.9.0 (1 October 2026)', 'Removed', '- Support for Internet Explorer.']],
  [
    "What's new in the latest version?",
    ['2.10.0 (12 November 2026)', '- Dark mode.', '- Fixed: the calendar was an hour late.'],
  ],
  ['What was fixed in 2.10?', ['2.10.0 (12 November 2026)', '- Fixed: the calendar was an hour late.']],
  ['When was 2.9.1 released?', ['2.9.1 (2 October 2026)']],
  ['Which version is the newest?', ['2.10.0 (12 November 2026)']],
])('%s is answered from the section of that version', async (question, expected) => {
  expect(await compose(question)).toEqual(expected)
})

test('a version that no notes tell about is not answered with another one', async () => {
  expect(await compose('What changed in 3.0?')).toEqual([])
  expect(await compose('What was removed in 2.10?')).toEqual([])
})

test('other questions, and notes without versions, are left to others', async () => {
  expect(await compose('Can comments be pinned?')).toBeUndefined()
  expect(await compose('What changed in 2.3?', [passageFixture({ heading: '2.3 Travel costs' })])).toBeUndefined()
  const text = passageFixture({ body: 'In 3.0 the menu moved to the left.' })
  expect(await compose('What changed in 3.0?', [notes[0]!, text])).toBeUndefined()
})

test('of pages for one version each, the latest is quoted', async () => {
  const pages = ['Falcon 2.9', 'Falcon 2.10', 'Kestrel 5.0'].map((name) =>
    passageFixture({ title: `${name} release notes`, body: `News of ${name} for everyone.` }),
  )
  expect(await compose("What's new in the latest release of Falcon?", pages)).toEqual([
    'Falcon 2.10 release notes',
    'News of Falcon 2.10 for everyone.',
  ])
})

test('a question for the version is answered with its heading', () => {
  const units = sectionUnits([notes[2]!], 0)
  expect(withRelease('Since which version can comments be pinned?', units).map(({ text }) => text)).toEqual([
    '2.9.0 (1 October 2026)',
    '- Comments can be pinned.',
  ])
  expect(withRelease('Can comments be pinned?', units)).toEqual(units)
})
