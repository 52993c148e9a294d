import { askEndpoints } from './ask-endpoints.ts'
import type { Endpoint } from './endpoint.ts'

/** Every operation of the interface. */
export const endpoints: Endpoint[] = [...Object.values(askEndpoints)]
