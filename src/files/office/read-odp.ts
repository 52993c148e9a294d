import type { FormatReader } from '../file-text.ts'
import { readOdt } from './read-odt.ts'

/** Reads OpenDocument presentations: each slide is a page, with its notes at the end. Texts of the master are left out. */
export const readOdp: FormatReader = (bytes, context) => readOdt(bytes, context)
