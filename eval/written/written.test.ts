import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDraftParser } from '../../src/answer/written/draft-parser.ts'
import type { DraftUnit } from '../../src/answer/written/draft-units.ts'
import type { Embedder } from '../../src/models/embedder.ts'
import { createLocalEmbedder } from '../../src/models/local-embedder.ts'
import { createLocalReader } from '../../src/models/local-reader.ts'
import type { Reader } from '../../src/models/reader.ts'
import { memoizeModels } from '../memoized-models.ts'
import { measureWritten, type WrittenFigures } from './measure-written.ts'
import { measureMisbehaviors } from './misbehaviors.ts'
import { readAnswers, readFalseSentences, withFalseSentence } from './recordings.ts'
import { blocksOf, findDamage, renderAnswers } from './rendered-form.ts'
import { createReplayedApp, type ReplayedApp } from './replayed-app.ts'
import { isHeldOut } from './statements.ts'
import { formatWritten } from './written-command.ts'

/** Above the measured shares, so that a change that loses true sentences or keeps false ones fails. See docs/quality.md. */
const ceilings = { droppedSupported: 0.07, keptFalse: 0.45 }

describe('recorded answers', () => {
  let app: ReplayedApp
  let models: { embedder: Embedder; reader: Reader }
  let figures: WrittenFigures
  beforeAll(async () => {
    const log = { info: () => {}, warn: () => {}, error: () => {} }
    models = memoizeModels({
      embedder: await createLocalEmbedder({ log }),
      reader: createLocalReader({ log }),
    })
    app = await createReplayedApp(models)
    figures = await measureWritten(app)
    console.log(formatWritten(figures))
  }, 1_200_000)
  afterAll(async () => {
    await app.close()
    await models.embedder.close()
    await models.reader.close()
  })

  test('the passages that they were written from are in the prompt', () => {
    expect(figures.missing).toEqual([])
  })

  test('every refusal is honoured', () => {
    expect(figures.refusals).toBeGreaterThanOrEqual(9)
    expect(figures.overriddenRefusals).toEqual([])
  })

  test('no list, table, heading or "Yes." is damaged, as the app renders it', () => {
    expect(figures.damaged).toEqual([])
  })

  test('few supported sentences are dropped', () => {
    expect(figures.droppedSupported.length / figures.supported).toBeLessThanOrEqual(ceilings.droppedSupported)
  })

  test('few false sentences are kept', () => {
    expect(figures.keptFalse.length / figures.falseSentences).toBeLessThanOrEqual(ceilings.keptFalse)
  })

  test('a misbehaving model gets nothing false, foreign or unbounded into an answer', async () => {
    expect(await measureMisbehaviors(app)).toEqual([])
  })
})

describe('the set', () => {
  test('has at least 60 answers of every form, and 60 false sentences of every kind', () => {
    const answers = readAnswers()
    const sentences = readFalseSentences()
    expect(answers.length).toBeGreaterThanOrEqual(60)
    expect(new Set(answers.map(({ kind }) => kind))).toEqual(
      new Set(['paraphrase', 'steps', 'table', 'yesno', 'list', 'comparison', 'partial', 'refusal', 'code']),
    )
    expect(sentences.length).toBeGreaterThanOrEqual(60)
    for (const sentence of sentences)
      expect(withFalseSentence(answers, sentence).answer).not.toBe(answers.find(({ id }) => id === sentence.of)?.answer)
  })

  test('a draft is read as the same units however it is cut into deltas', () => {
    for (const { answer } of readAnswers())
      for (const size of [1, 4, 7, 23]) expect(unitsOf(answer, size)).toEqual(unitsOf(answer, answer.length))
  })

  test('statements about a fifth of the files are held out', () => {
    const files = Array.from({ length: 1000 }, (_, index) => `file-${index}.md`)
    expect(files.filter(isHeldOut).length).toBeGreaterThan(150)
    expect(files.filter(isHeldOut).length).toBeLessThan(250)
  })
})

test('damage is found in the HTML that the app renders', () => {
  const damaged = [
    '| A | B |\n|---|---|',
    'You need:',
    'Therefore, go home. [1]',
    'Yes.',
    '| A | B\n| --- |\n| 1 | 2 |',
    'All **of it.',
    '2. Second [1]\n3. Third [1]',
  ]
  const sound = [
    '| A | B |\n| --- | --- |\n| 1 | 2 [1] |',
    'You need:\n- a key [1]',
    '### Keys\n\nOne. [1]',
    '1. One [1]',
  ]
  const pages = renderAnswers([...damaged, ...sound].map((answer) => ({ answer, sources: 1 })))
  expect(pages.slice(0, damaged.length).map((html) => findDamage(html).length > 0)).toEqual(damaged.map(() => true))
  expect(pages.slice(damaged.length).map((html) => findDamage(html))).toEqual(sound.map(() => []))
  expect(pages.slice(damaged.length).map(blocksOf)).toEqual([['table:2x2'], ['p', 'ul:1'], ['h4', 'p'], ['ol:1']])
  expect(findDamage(pages.at(-1)!, ['ol:2'])).toEqual(['other blocks than the draft'])
})

function unitsOf(draft: string, size: number): DraftUnit[] {
  const parser = createDraftParser()
  const units: DraftUnit[] = []
  for (let at = 0; at < draft.length; at += size) units.push(...parser.push(draft.slice(at, at + size)))
  return [...units, ...parser.flush()]
}
