import type { ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'

/** Takes the response over from Fastify. Returns the raw response with the headers that hooks have set. */
export function takeOverResponse(reply: FastifyReply): ServerResponse {
  reply.hijack()
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) reply.raw.setHeader(name, value)
  return reply.raw
}
