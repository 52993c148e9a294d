import type { FastifyInstance } from 'fastify'
import type { FileItems } from '../../content/sources/file-items.ts'
import { fileEndpoints } from '../../contract/file-endpoints.ts'
import { filePath } from '../../contract/files.ts'
import { createEndpointRegistrar, type Guard } from '../endpoint-registrar.ts'
import { registerFilePage } from '../file-pages.ts'
import { sendFile } from '../send-file.ts'
import { abortedWith, registerUploads, requireUpload } from '../upload-scope.ts'

/** Indexing files, and their originals: below /v1 for clients, and at the addresses that answers cite for browsers. */
export async function fileRoutes(
  server: FastifyInstance,
  { guard, fileItems, maxFileBytes }: { guard: Guard; fileItems: FileItems; maxFileBytes: number },
): Promise<void> {
  createEndpointRegistrar(server, guard)(fileEndpoints.readFile, async ({ caller, params, reply }) => {
    await sendFile(reply, await fileItems.open(caller, params))
  })
  await registerUploads(server, {
    maxFileBytes,
    routes: (scope) =>
      createEndpointRegistrar(scope, guard)(fileEndpoints.indexFile, async ({ caller, body, reply }) => {
        const { file, ...fields } = requireUpload(body)
        return fileItems.index(caller, fields, file, abortedWith(reply))
      }),
  })
  await registerFilePage(server, { guard, path: '/files/:rootId/:id', params: filePath, open: fileItems.open })
}
