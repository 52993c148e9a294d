import { readFileSync } from 'node:fs'
import { AppError } from '../errors.ts'
import { fileProblem } from '../file-problem.ts'

export function readTextFile(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    throw unreadableError(path, cause)
  }
}

/** Returns the error for a file or folder that an operand names and that cannot be read. */
export function unreadableError(path: string, cause: unknown): AppError {
  return new AppError('validation', `${path} cannot be read: ${fileProblem(cause)}`, { cause })
}
