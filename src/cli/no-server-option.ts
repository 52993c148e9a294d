import { AppError } from '../errors.ts'
import { DirectoryLockedError } from '../storage/directory-lock.ts'

/** Adds to the "in use" error of a command without --server that the server must be stopped. */
export async function explainNoServerOption<T>(command: string, work: () => Promise<T>, alternative = ''): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    if (!(cause instanceof DirectoryLockedError)) throw cause
    throw new AppError(
      'unavailable',
      `${cause.message}\n"lorewell ${command}" has no --server option: stop the server first. With DATABASE_URL, both can run at the same time.${alternative && ` ${alternative}`}`,
      { cause },
    )
  }
}
