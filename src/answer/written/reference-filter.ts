import { isLeadIn } from '../../ingest/sentence-end.ts'
import type { DraftUnit } from './draft-units.ts'
import { announcesReferences } from './reference-list.ts'
import { isLabel, type UncitedTextCheck } from './uncited-text.ts'

/** Recognizes the units of a draft that belong to a list of sources and say nothing else. Each unit is asked about once. */
export function createReferenceFilter(check: Pick<UncitedTextCheck, 'canIntroduce' | 'isReference'>) {
  let isListing = false

  return {
    /** Tells whether the draft is within a list of sources. */
    isListing: () => isListing,
    isReference(unit: DraftUnit): boolean {
      if (unit.kind === 'table-header' || unit.kind === 'code') return false
      const text = unit.kind === 'row' ? unit.cells.join(' ') : unit.text
      if (announcesReferences(text)) {
        isListing = true
        return !check.canIntroduce(text) || !(unit.kind === 'heading' || isLeadIn(text) || isLabel(text))
      }
      if (unit.kind === 'heading') isListing = false
      const isNameOnly = check.isReference(text, isListing)
      if (unit.kind === 'sentence' && !unit.item && !isNameOnly) isListing = false
      return isNameOnly
    },
  }
}
