import { administrationEndpoints } from './administration-endpoints.ts'
import { askEndpoints } from './ask-endpoints.ts'
import type { Endpoint } from './endpoint.ts'
import { historyEndpoints } from './history-endpoints.ts'

/** Every operation of the interface. */
export const endpoints: Endpoint[] = [
  ...Object.values(askEndpoints),
  ...Object.values(historyEndpoints),
  ...Object.values(administrationEndpoints),
]
