import { type EditorView, WidgetType } from '@codemirror/view'
import { editorText } from '../messages/editor.ts'
import type { Cell, Table } from './table-cells.ts'

/** Stands for the dash of a list item. */
export class BulletWidget extends WidgetType {
  override eq(): boolean {
    return true
  }

  override toDOM(): HTMLElement {
    const element = document.createElement('span')
    element.className = 'cm-bullet'
    element.textContent = '•'
    return element
  }
}

/** A tick box that changes its `[ ]` in the text. */
export class TaskWidget extends WidgetType {
  readonly isDone: boolean
  /** The text of the task. */
  readonly label: string

  constructor(isDone: boolean, label: string) {
    super()
    this.isDone = isDone
    this.label = label
  }

  override eq(other: TaskWidget): boolean {
    return other.isDone === this.isDone && other.label === this.label
  }

  override toDOM(view: EditorView): HTMLElement {
    const box = document.createElement('input')
    box.type = 'checkbox'
    box.className = 'cm-task'
    box.checked = this.isDone
    box.setAttribute('aria-label', this.label || editorText('task'))
    // Keeps the focus in the text; the click that follows ticks the box.
    box.addEventListener('mousedown', (event) => event.preventDefault())
    box.addEventListener('change', () => {
      const from = view.posAtDOM(box) + 1
      view.dispatch({ changes: { from, to: from + 1, insert: this.isDone ? ' ' : 'x' }, userEvent: 'input' })
    })
    return box
  }

  override ignoreEvent(): boolean {
    return true
  }
}

/** A picture that is attached to a note of this service. Others are not loaded: their server would learn who reads. */
export class ImageWidget extends WidgetType {
  readonly path: string
  readonly alt: string

  constructor(path: string, alt: string) {
    super()
    this.path = path
    this.alt = alt
  }

  override eq(other: ImageWidget): boolean {
    return other.path === this.path && other.alt === this.alt
  }

  override toDOM(view: EditorView): HTMLElement {
    const image = document.createElement('img')
    image.className = 'cm-image'
    image.alt = this.alt || editorText('picture')
    image.addEventListener('load', () => view.requestMeasure())
    image.addEventListener('error', () => view.requestMeasure())
    image.src = this.path
    return image
  }

  override ignoreEvent(): boolean {
    return false
  }
}

export class CalloutLabelWidget extends WidgetType {
  readonly label: string

  constructor(label: string) {
    super()
    this.label = label
  }

  override eq(other: CalloutLabelWidget): boolean {
    return other.label === this.label
  }

  override toDOM(): HTMLElement {
    const element = document.createElement('span')
    element.className = 'cm-callout-label'
    element.textContent = this.label
    return element
  }
}

export class RuleWidget extends WidgetType {
  override eq(): boolean {
    return true
  }

  override toDOM(): HTMLElement {
    const element = document.createElement('span')
    element.className = 'cm-rule'
    element.setAttribute('role', 'separator')
    return element
  }
}

/** A table without its pipes. A press on a cell puts the cursor there, which shows the source. */
export class TableWidget extends WidgetType {
  /** The source: the same source looks the same. */
  readonly source: string
  readonly table: Table

  constructor(source: string, table: Table) {
    super()
    this.source = source
    this.table = table
  }

  override eq(other: TableWidget): boolean {
    return other.source === this.source
  }

  override toDOM(view: EditorView): HTMLElement {
    const scroll = document.createElement('div')
    scroll.className = 'cm-table'
    const element = document.createElement('table')
    const width = this.table.rows[0]?.cells.length ?? 0
    for (const [index, { cells }] of this.table.rows.entries()) {
      const row = element.insertRow()
      for (const cell of cells.slice(0, width)) row.append(this.#createCell(view, scroll, cell, index === 0))
    }
    scroll.append(element)
    return scroll
  }

  #createCell(view: EditorView, scroll: HTMLElement, { from, to }: Cell, isHeader: boolean): HTMLElement {
    const element = document.createElement(isHeader ? 'th' : 'td')
    const [start, end] = [from - this.table.from, to - this.table.from]
    element.textContent = plainCellText(this.source.slice(start, end))
    element.addEventListener('mousedown', (event) => {
      event.preventDefault()
      view.dispatch({ selection: { anchor: view.posAtDOM(scroll) + end } })
      view.focus()
    })
    return element
  }

  override ignoreEvent(): boolean {
    return true
  }
}

/** Removes the markers of emphasis, code and links. */
function plainCellText(source: string): string {
  return source
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/(\*\*|__|~~|`)(.+?)\1/g, '$2')
    .replace(/\\([|\\*_`[\]])/g, '$1')
    .replace(/<br\s*\/?>/gi, ' ')
}
