/** Returns why a file could not be opened, in words of ours where Node has only a code and a system call. */
export function fileProblem(cause: unknown): string {
  const { code = '', message } = cause as NodeJS.ErrnoException
  return problemByCode[code] ?? message
}

const problemByCode: Record<string, string> = {
  ENOENT: 'there is no such file or directory',
  EISDIR: 'it is a directory',
  ENOTDIR: 'a part of the path is not a directory',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
}
