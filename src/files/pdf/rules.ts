import { apply, type Box, enclose, type Matrix } from './geometry.ts'

/** Numbers of path operations in pdf.js operator lists, with the count of their arguments. */
const moveTo = 0
const lineTo = 1
const argumentCounts = [2, 2, 6, 4, 0]
/** Longer paths are drawings. */
const maxPathLength = 4000
const maxThickness = 3

/**
 * Returns the horizontal and vertical rules of a path: lines, thin rectangles, and (for stroked paths) the edges of
 * rectangles. Curves and slanted lines are not rules.
 */
export function rulesOfPath(path: ArrayLike<number>, matrix: Matrix, stroked: boolean): Box[] {
  if (path.length > maxPathLength) return []
  return subpaths(path, matrix).flatMap((points) => {
    const box = enclose(points.map(([x, y]) => ({ left: x, top: y, right: x, bottom: y })))
    if (isThin(box)) return [box]
    return stroked ? edges(points).filter(isThin) : []
  })
}

function isThin(box: Box): boolean {
  const width = box.right - box.left
  const height = box.bottom - box.top
  return Math.min(width, height) <= maxThickness && Math.max(width, height) > 2 * Math.min(width, height) + 1
}

function edges(points: [number, number][]): Box[] {
  return points.slice(1).map(([x, y], index) => {
    const [fromX, fromY] = points[index] as [number, number]
    return { left: Math.min(x, fromX), top: Math.min(y, fromY), right: Math.max(x, fromX), bottom: Math.max(y, fromY) }
  })
}

function subpaths(path: ArrayLike<number>, matrix: Matrix): [number, number][][] {
  const found: [number, number][][] = []
  let current: [number, number][] = []
  let straight = true
  const close = () => {
    if (straight && current.length > 1) found.push(current)
  }
  for (let index = 0; index < path.length; ) {
    const operation = path[index] as number
    const count = argumentCounts[operation]
    if (count === undefined) break
    if (operation === moveTo) {
      close()
      current = []
      straight = true
    }
    if (operation === moveTo || operation === lineTo) {
      current.push(apply(matrix, path[index + 1] as number, path[index + 2] as number))
    } else if (count > 0) {
      straight = false
    } else if (current[0]) {
      current.push(current[0])
    }
    index += 1 + count
  }
  close()
  return found
}
