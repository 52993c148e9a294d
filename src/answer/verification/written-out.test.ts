import { expect, test } from 'vitest'
import { writeOutAbbreviations } from './written-out.ts'

test.each([
  ['Call ext. 4410.', 'Call extension 4410.', 'Call extension 4410.'],
  ['Call ext. 4410.', 'Call ext. 4410, an extension.', 'Call ext. 4410.'],
  ['It costs max. €140.', 'It costs at most €140.', 'It costs at most €140.'],
  ['It takes 20 min.', 'It takes 20 minutes.', 'It takes 20 min.'],
  ['It takes 20 min on foot.', 'It takes 20 minutes.', 'It takes 20 minutes on foot.'],
  ['Max signs it.', 'Maximilian signs it.', 'Max signs it.'],
  ['The forecast for Q4 is due.', 'Forecast for the fourth quarter.', 'The forecast for fourth quarter is due.'],
  ['The forecast for Q4 is due.', 'Forecast for the third quarter.', 'The forecast for Q4 is due.'],
  ['Use next.', 'Use extension next.', 'Use next.'],
])('%s, where the note says %s: %s', (statement, evidence, expected) =>
  expect(writeOutAbbreviations(statement, evidence)).toBe(expected),
)
