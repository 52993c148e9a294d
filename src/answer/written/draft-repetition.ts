import { isLeadIn } from '../../ingest/sentence-end.ts'
import type { DraftUnit } from './draft-units.ts'
import { isLabel } from './uncited-text.ts'

/** Units in a row that the draft has had before: a model that writes so many doesn't stop by itself. */
const maxRepeatedUnits = 6

/**
 * Passes on the units of a draft. Small models can write the same again and again: what only repeats is left out at the end
 * of a draft, and a draft that goes on with it is left (`onLoop`). Between new text a repetition stays, since "Ask Ida" can
 * be the first step of two procedures.
 */
export async function* withoutRepetition(
  units: AsyncIterable<DraftUnit>,
  onLoop: () => void,
): AsyncGenerator<DraftUnit> {
  const isRepeated = createRepetitionCheck()
  let held: DraftUnit[] = []
  for await (const unit of units) {
    if (isRepeated(unit)) {
      held.push(unit)
      if (held.length < maxRepeatedUnits) continue
      onLoop()
      return
    }
    yield* held
    held = []
    yield unit
  }
  // The last step of a procedure can be its first one.
  if (held.some((unit) => unit.kind === 'sentence' && unit.item?.number !== undefined)) yield* held
}

/** Returns a check whether a unit follows the same one as before, below the same heading and lead-in. */
function createRepetitionCheck(): (unit: DraftUnit) => boolean {
  const seen = new Set<string>()
  let heading = ''
  let leadIn = ''
  let previous = ''
  return (unit) => {
    const text = textOf(unit)
    if (unit.kind === 'heading') {
      heading = text
      leadIn = ''
    } else if (unit.kind === 'table-header' || isLeadIn(text) || isLabel(text)) leadIn = text
    const key = [heading, leadIn, previous, text].join('\n')
    const isKnown = seen.has(key) || previous === text
    seen.add(key)
    previous = text
    return isKnown
  }
}

function textOf(unit: DraftUnit): string {
  return unit.kind === 'row' || unit.kind === 'table-header' ? unit.cells.join(' | ') : unit.text
}
