/** Returns why a file could not be opened or written, in words of ours where Node has only a code and a system call. */
export function fileProblem(cause: unknown): string {
  return knownFileProblem(cause) ?? (cause as Error).message
}

/** The same; undefined for an error that is none of the file system, or a rare one. */
export function knownFileProblem(cause: unknown): string | undefined {
  return problemByCode[(cause as NodeJS.ErrnoException | undefined)?.code ?? '']
}

const problemByCode: Record<string, string> = {
  ENOENT: 'there is no such file or directory',
  EEXIST: 'a file is in its place',
  EISDIR: 'it is a directory',
  ENOTDIR: 'a part of the path is not a directory',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOSPC: 'no space is left on the disk',
  EDQUOT: 'the disk quota is used up',
  EIO: 'the disk fails',
}
