import type { AnyConnector } from '../connector.ts'
import { folderConnector } from './folder/folder-connector.ts'

/** Every kind of origin that connections can have, in the order of the gallery. */
export const connectors: readonly AnyConnector[] = [folderConnector]
