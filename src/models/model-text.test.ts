import { describe, expect, test } from 'vitest'
import { createModelText, habitsOf, type ModelHabits } from './model-text.ts'

/** Reads the text in pieces of each size, which must not matter. */
function read(text: string, { model = 'm', isTruncated = false } = {}): string {
  const results = [1, 3, 7, text.length].map((size) => {
    const modelText = createModelText(habitsOf(model))
    let read = ''
    for (let at = 0; at < text.length; at += size) read += modelText.push(text.slice(at, at + size))
    return read + modelText.end(isTruncated)
  })
  expect(new Set(results).size).toBe(1)
  return results[0]!.trim()
}

describe('the text of a model', () => {
  test.each([
    '<think>Monday?</think>\n\nOn Monday.',
    '<thinking>\nMonday?\n</thinking>\nOn Monday.',
    '[THINK]Monday?[/THINK]On Monday.',
    '<|channel|>analysis<|message|>Monday?<|end|><|start|>assistant<|channel|>final<|message|>On Monday.<|return|>',
    '<|channel|>final<|message|>On Monday.',
    'On Monday.<|im_end|>',
    'On Monday.<|eot_id|><|start_header_id|>user<|end_header_id|>\n\nAnd then?',
    'On Monday.</s></s>',
    'On Monday. </s> [INST] And then?',
    '<|im_start|>assistant\nOn Monday.<|im_end|>\n',
    'On Monday.<end_of_turn>',
  ])('is without reasoning and tokens of its template: %s', (text) => expect(read(text)).toBe('On Monday.'))

  test.each([
    'The end token is `<|im_end|>`, in full.',
    'The price is <s>20</s> 15 euros.',
    '<s>20</s> 15 euros.',
    'If a < b and [1] is <b>bold</b>, it is < 5 [THIN',
    'Write a <think> tag.',
    'Close it with `</think>`.',
  ])('is else unchanged: %s', (text) => expect(read(text)).toBe(text))

  test('of a model that may begin with reasoning is held back until the end shows', () => {
    const model = 'deepseek-r1:8b'
    expect(read('Monday?\n</think>\nOn Monday.', { model })).toBe('On Monday.')
    expect(read('<think>Monday?</think>On Monday.', { model })).toBe('On Monday.')
    expect(read('On Monday.', { model })).toBe('On Monday.')
    expect(read('Is it Monday', { model, isTruncated: true })).toBe('')
    expect(createModelText(habitsOf(model)).push('On Monday.')).toBe('')
  })

  test('shows whether the model begins with reasoning', () => {
    const habits: ModelHabits = habitsOf('m')
    createModelText(habits).push('Monday?</think> On Monday.')
    expect(habits).toEqual({ isReasoning: true, startsWithReasoning: true })
    const plain = createModelText(habits)
    expect(plain.push('On Friday.') + plain.end(false)).toBe('On Friday.')
    expect(habits.startsWithReasoning).toBe(false)
  })

  test('with reasoning that has no end is empty', () => expect(read('<think>Hm, Monday, ')).toBe(''))
})
