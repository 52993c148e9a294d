import { isOn } from './docx-styles.ts'
import type { XmlAttributes } from './walk-xml.ts'

/** A check box or a drop-down list of older forms (`w:ffData`) while it is read: Word draws its choice, which no text says. */
export class DocxFormField {
  private isChecked = false
  private entries: string[] = []
  private choice = 0

  open(name: string, { 'w:val': value }: XmlAttributes): void {
    if (name === 'w:ffData') {
      this.isChecked = false
      this.entries = []
      this.choice = 0
    } else if (name === 'w:default' || name === 'w:checked' || name === 'w:result') {
      this.isChecked = isOn(value)
      this.choice = Number(value)
    } else if (name === 'w:listEntry') this.entries.push(value ?? '')
  }

  /** Returns the text that stands for a choice whose element ends, or nothing. */
  close(name: string): string {
    if (name === 'w:checkBox') return this.isChecked ? '☒' : '☐'
    return name === 'w:ddList' ? (this.entries[this.choice] ?? '') : ''
  }
}
