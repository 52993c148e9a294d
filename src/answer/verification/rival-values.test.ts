import { expect, test } from 'vitest'
import { readUnits } from './evidence.ts'
import { withRivalValues } from './rival-values.ts'

const units = readUnits(
  'The small box takes 30 kg and costs €95.\nThe large box takes 80 kg and costs €150.\nWe deliver on Friday, within two days.',
  'en',
)

test('a value is replaced by others of its kind and unit', () => {
  expect(withRivalValues('The small box takes 80 kg.', units, { question: '', max: 9 })).toEqual([
    'The small box takes 30 kg.',
  ])
  expect(withRivalValues('The small box costs €95.', units, { question: '', max: 9 })).toEqual([
    'The small box costs €150.',
  ])
  expect(withRivalValues('Boxes come on Monday.', units, { question: '', max: 9 })).toEqual(['Boxes come on Friday.'])
  expect(withRivalValues('Boxes come within three days.', units, { question: '', max: 9 })).toEqual([
    'Boxes come within two days.',
  ])
})

test('a value that the evidence has no other of its kind for has no rival', () => {
  expect(withRivalValues('We deliver on Friday.', units, { question: '', max: 9 })).toEqual([])
  expect(withRivalValues('It takes 2 days.', units, { question: '', max: 9 })).toEqual([])
  expect(withRivalValues('The box is green.', units, { question: '', max: 9 })).toEqual([])
})

test('the number of rivals is limited', () => {
  expect(withRivalValues('The small box takes 10 kg and costs €5.', units, { question: '', max: 2 })).toHaveLength(2)
})

test('the case that the question gave is not replaced', () => {
  const units = readUnits('From €25,000 on, the head of finance approves a purchase.', 'en')
  const statement = 'For €30,000 you need the head of finance.'
  const options = { question: 'Who approves a purchase of 30,000 euros?', max: 3 }
  expect(withRivalValues(statement, units, options)).toEqual([])
  expect(withRivalValues(statement, units, { ...options, question: '' })).toHaveLength(1)
  expect(withRivalValues('You need the head of finance from €30,000 on.', units, options)).toHaveLength(1)
})

test('a value before a colon is not replaced, except in a table row', () => {
  const options = { question: '', max: 9 }
  expect(withRivalValues('There are 2 boxes of 30 kg: the small one costs €95.', units, options)).toEqual([
    'There are 2 boxes of 30 kg: the small one costs €150.',
  ])
  expect(withRivalValues('Box: small; Load: 80 kg; Price: €95', units, options)).toEqual([
    'Box: small; Load: 30 kg; Price: €95',
    'Box: small; Load: 80 kg; Price: €150',
  ])
})
