import { expect, test } from 'vitest'
import { hasOppositeBounds } from './bounds.ts'
import { readUnits } from './evidence.ts'

const units = readUnits(
  'Book flights at least 14 days ahead.\nCarry over up to 5 days.\nOrders were 8 % above plan.\nFirmware 3.8 or later is needed.\nRegister three days before the visit.\nClaims above €500 need a signature.\nRest for at least 45 minutes after at most 4 hours.\nNot at least 60 but 70 points are needed.',
  'en',
)
const isOpposite = (statement: string) => hasOppositeBounds(statement, { units, context: '' })

test.each([
  'Flights are booked at most 14 days ahead.',
  'Flights are booked 14 days ahead or later, maximum 14 days.',
  'You may carry over at least 5 days.',
  'You may carry over 5 days or more.',
  'Orders were 8 % below plan.',
  'Firmware 3.8 or earlier is needed.',
  'Register three days after the visit.',
])('an opposite limit or side is found: %s', (statement) => expect(isOpposite(statement)).toBe(true))

test.each([
  'Book flights 14 days ahead.',
  'Flights have to be booked no less than 14 days ahead.',
  'You may carry over no more than 5 days.',
  'The plan was exceeded by 8 %, i.e. orders were 8 % above it.',
  'Firmware 3.8 or newer is needed.',
  'Register three days prior to the visit.',
  // What holds below a limit is said of the same figure.
  'Claims of up to €500 need no signature.',
  // "Add up to" is no limit.
  'Breaks have to add up to 45 minutes.',
  'You cannot book flights at most 14 days ahead.',
  'At most 60 points are needed.',
])('the same limit, or none: %s', (statement) => expect(isOpposite(statement)).toBe(false))
