import { accessSync, constants } from 'node:fs'
import { InvalidSettingsError } from '../config.ts'
import { fileProblem } from '../file-problem.ts'
import { makeDirectories } from '../storage/private-directory.ts'

/** Creates the directory of the nightly backups. Throws if none can be written to it: they would fail unnoticed. */
export function prepareBackupDirectory(backups: { directory: string } | undefined): void {
  if (!backups) return
  const { directory } = backups
  try {
    makeDirectories(directory)
    accessSync(directory, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (cause) {
    throw new InvalidSettingsError(
      `Lorewell cannot start with these settings:\n  - BACKUP_DIR must be a directory that can be written to: ${directory} cannot (${fileProblem(cause)})`,
    )
  }
}
