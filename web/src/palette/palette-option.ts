import type { IconName } from '../components/icon.tsx'

export interface PaletteOption {
  id: string
  label: string
  icon: IconName
  /** Where it is: the notes above it, or its data source. */
  path?: readonly string[]
  /** The sentence that was found. */
  snippet?: string
  /** It leaves the app. */
  isOutside?: boolean
  run: () => void
}

export interface PaletteGroup {
  name: string
  options: PaletteOption[]
}
