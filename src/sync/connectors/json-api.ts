import type { z } from 'zod'
import { parseJson } from '../../parse-json.ts'
import { OriginError } from '../connector.ts'
import type { HttpAnswer } from './http-client.ts'

/** Parses an answer of an API; explains one that is none. `service` begins the sentence. */
export function parseJsonAnswer<Schema extends z.ZodType>(
  answer: HttpAnswer,
  schema: Schema,
  service: string,
): z.infer<Schema> {
  if (answer.status === 401 || answer.status === 403) {
    throw new OriginError(`${service} refuses access (${answer.status}). Check the token and what it can read.`)
  }
  if (answer.status !== 200)
    throw new OriginError(`${service} answers with status ${answer.status}. Check the address, or try again later.`)
  const parsed = schema.safeParse(parseJson(new TextDecoder().decode(answer.bytes)))
  if (parsed.success) return parsed.data
  throw new OriginError(`${service} answers with something else than expected. Check the address.`, {
    cause: parsed.error,
  })
}
