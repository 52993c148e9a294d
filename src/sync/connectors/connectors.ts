import type { AnyConnector } from '../connector.ts'
import { feedConnector } from './feed/feed-connector.ts'
import { folderConnector } from './folder/folder-connector.ts'
import { gitConnector } from './git/git-connector.ts'
import { githubConnector } from './github/github-connector.ts'
import { imapConnector } from './imap/imap-connector.ts'
import { mcpConnector } from './mcp/mcp-connector.ts'
import { mediawikiConnector } from './mediawiki/mediawiki-connector.ts'
import { rcloneConnector } from './rclone/rclone-connector.ts'
import { webConnector } from './web/web-connector.ts'

/** Every kind of origin that connections can have, in the order of the gallery. */
export const connectors: readonly AnyConnector[] = [
  folderConnector,
  rcloneConnector,
  webConnector,
  gitConnector,
  githubConnector,
  mediawikiConnector,
  imapConnector,
  feedConnector,
  mcpConnector,
]
