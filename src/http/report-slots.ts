import type { Caller } from '../access/caller.ts'
import { AppError } from '../errors.ts'

/** Reports that are written at the same time, per process: each keeps the language model busy for minutes. */
const maxReports = 4
/** So that one member leaves some to others. */
const maxReportsPerMember = 2

/** Limits how many reports are written at the same time; excess requests get 503. */
export function createReportSlots() {
  const running = new Map<string, number>()
  let total = 0

  return {
    async run<T>({ organizationId, memberId }: Caller, work: () => Promise<T>): Promise<T> {
      const key = JSON.stringify([organizationId, memberId])
      const own = running.get(key) ?? 0
      if (total >= maxReports || own >= maxReportsPerMember)
        throw new AppError('unavailable', 'Other reports are being written. Please try again in a minute.', {
          retryAfterSeconds: 60,
        })
      total += 1
      running.set(key, own + 1)
      try {
        return await work()
      } finally {
        total -= 1
        const rest = (running.get(key) ?? 1) - 1
        if (rest > 0) running.set(key, rest)
        else running.delete(key)
      }
    },
  }
}

export type ReportSlots = ReturnType<typeof createReportSlots>
