import type { FastifyInstance } from 'fastify'
import type { Attachments } from '../../content/notes/attachments.ts'
import { attachmentEndpoints } from '../../contract/attachment-endpoints.ts'
import { idPath } from '../../contract/text.ts'
import { createEndpointRegistrar, type Guard } from '../endpoint-registrar.ts'
import { registerFilePage } from '../file-pages.ts'
import { sendFile } from '../send-file.ts'
import { abortedWith, registerUploads, requireUpload } from '../upload-scope.ts'

/** Files attached to notes: below /v1 for clients, and at the addresses that notes and answers link to for browsers. */
export async function attachmentRoutes(
  server: FastifyInstance,
  { guard, attachments, maxFileBytes }: { guard: Guard; attachments: Attachments; maxFileBytes: number },
): Promise<void> {
  const register = createEndpointRegistrar(server, guard)
  register(attachmentEndpoints.listAttachments, async ({ caller, params }) => ({
    attachments: await attachments.list(caller, params.id),
  }))
  register(attachmentEndpoints.readAttachment, async ({ caller, params, reply }) => {
    await sendFile(reply, await attachments.open(caller, params.id))
  })
  register(attachmentEndpoints.deleteAttachment, ({ caller, params }) => attachments.delete(caller, params.id))
  await registerUploads(server, {
    maxFileBytes,
    routes: (scope) =>
      createEndpointRegistrar(scope, guard)(attachmentEndpoints.addAttachment, ({ caller, params, body, reply }) =>
        attachments.add(caller, params.id, requireUpload(body).file, abortedWith(reply)),
      ),
  })
  await registerFilePage(server, {
    guard,
    path: '/attachments/:id',
    params: idPath,
    open: (caller, { id }) => attachments.open(caller, id),
  })
}
