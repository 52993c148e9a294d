import type { OfficePackage } from './office-package.ts'
import { readChart } from './read-chart.ts'
import { readDiagram } from './read-diagram.ts'
import type { Relationship } from './relationships.ts'

/** Returns the HTML of the charts and diagrams that a part shows, by the id of their relationship. */
export async function readGraphics(
  parts: OfficePackage,
  relationships: ReadonlyMap<string, Relationship>,
): Promise<Map<string, string>> {
  const graphics = new Map<string, string>()
  for (const [id, { type, target }] of relationships) {
    if (type === 'chart') graphics.set(id, await readChart(parts, target))
    if (type === 'diagramData') graphics.set(id, await readDiagram(parts, target))
  }
  return graphics
}
