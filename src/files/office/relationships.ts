import type { OfficePackage } from './office-package.ts'

/** A reference from one part of an Office Open XML file to another. */
export interface Relationship {
  /** Last segment of the type, such as "styles", which is the same in the strict and transitional variant. */
  type: string
  /** Path of the part within the archive. */
  target: string
}

/** Returns the relationships of a part by id, or of the whole file for the path ''. External ones are left out. */
export async function readRelationships(parts: OfficePackage, path: string): Promise<Map<string, Relationship>> {
  const slash = path.lastIndexOf('/')
  const folder = path.slice(0, slash + 1)
  const relationships = new Map<string, Relationship>()
  await parts.walk(`${folder}_rels/${path.slice(slash + 1)}.rels`, {
    open(name, { Id: id, Type: type = '', Target: target = '', TargetMode: mode }) {
      if (name !== 'Relationship' || id === undefined || mode === 'External') return undefined
      relationships.set(id, { type: type.slice(type.lastIndexOf('/') + 1), target: resolvePath(folder, target) })
      return undefined
    },
  })
  return relationships
}

/** Returns the path of the first related part of this type. */
export function findTarget(relationships: ReadonlyMap<string, Relationship>, type: string): string | undefined {
  for (const relationship of relationships.values()) if (relationship.type === type) return relationship.target
  return undefined
}

function resolvePath(folder: string, target: string): string {
  const segments: string[] = []
  for (const segment of (target.startsWith('/') ? target : folder + target).split('/')) {
    if (segment === '..') segments.pop()
    else if (segment !== '.' && segment !== '') segments.push(segment)
  }
  return segments.join('/')
}
