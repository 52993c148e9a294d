import { AppError } from '../errors.ts'
import { DirectoryLockedError } from '../storage/directory-lock.ts'

/** For a command that has no way through a running server: its message must not send people there. */
export async function explainNoServerOption<T>(command: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    if (!(cause instanceof DirectoryLockedError)) throw cause
    throw new AppError(
      'unavailable',
      `${cause.message}\nOnly "lorewell ${command}" has no --server: stop the server for it. With DATABASE_URL both can run at once.`,
      { cause },
    )
  }
}
