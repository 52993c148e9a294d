import { folderOrigin } from './folder-origin.ts'
import { gitOrigin } from './git-origin.ts'
import { githubOrigin } from './github-origin.ts'
import { imapOrigin } from './imap-origin.ts'
import { mcpOrigin } from './mcp-origin.ts'
import { mediawikiOrigin } from './mediawiki-origin.ts'
import type { OriginKind } from './origin.ts'
import { s3Origin, sftpOrigin, webdavOrigin } from './rclone-origins.ts'
import { feedOrigin, webOrigin } from './web-origins.ts'

/** An origin for every connector. */
export const allOrigins: readonly OriginKind[] = [
  folderOrigin,
  webdavOrigin,
  sftpOrigin,
  s3Origin,
  webOrigin,
  gitOrigin,
  githubOrigin,
  mediawikiOrigin,
  imapOrigin,
  feedOrigin,
  mcpOrigin,
]
