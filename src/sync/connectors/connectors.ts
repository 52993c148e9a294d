import type { AnyConnector } from '../connector.ts'
import { feedConnector } from './feed/feed-connector.ts'
import { folderConnector } from './folder/folder-connector.ts'
import { gitConnector } from './git/git-connector.ts'
import { webConnector } from './web/web-connector.ts'

/** Every kind of origin that connections can have, in the order of the gallery. */
export const connectors: readonly AnyConnector[] = [folderConnector, gitConnector, webConnector, feedConnector]
