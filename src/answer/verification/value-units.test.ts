import { expect, test } from 'vitest'
import { readUnits } from './evidence.ts'
import { hasOtherUnits } from './value-units.ts'

const units = readUnits(
  'The first synchronization takes about 40 minutes.\nThe API allows 120 requests per minute.\nBring your own lunch for 12 days.\nKeep backups for three weeks on the second server.\nDriving time: nine hours, ten twice a week, 56 a week.\nPlan: Team; Price per month: €49; Scales: 25',
  'en',
)
const hasOther = (statement: string) => hasOtherUnits(statement, { units, context: 'Parcels of up to 2 kg' }, 'en')

test.each([
  'The first synchronization takes around 40 hours.',
  'The API allows 120 requests per hour.',
  'The API allows 120 requests/day.',
  'The Team plan costs €49 per year.',
  'Backups on the second server are kept for three months.',
  'It takes parcels of up to 2 lb.',
])('another unit is found: %s', (statement) => expect(hasOther(statement)).toBe(true))

test.each([
  'The first synchronization takes around 40 min.',
  'The API allows 120 requests each minute.',
  'The Team plan costs €49 a month.',
  // A figure that counts something else decides nothing.
  'Bring lunch for 12 guests.',
  'Ten hours of driving are allowed twice a week.',
  'Driving is limited to 56 hours a week.',
  // The case that a rule is applied to.
  'Anyone who leaves after three months hands the server over.',
  'The API is checked once a week.',
  'It allows 30 requests per hour.',
])('the same unit, or one that is not comparable: %s', (statement) => expect(hasOther(statement)).toBe(false))
