import { NodeFS } from '@electric-sql/pglite/nodefs'
import { othersPermissions } from './private-directory.ts'

type Init = NodeFS['init']

/**
 * Stores PGlite's files in a directory, readable by their owner only. Emscripten sets the mode of a new file after it has
 * created it, mostly to 0666, so the process's umask has no effect on these files.
 */
export class PrivateNodeFS extends NodeFS {
  override async init(...[pglite, options]: Parameters<Init>): ReturnType<Init> {
    const { emscriptenOpts } = await super.init(pglite, options)
    const restrict = (module: unknown) => restrictModes((module as EmscriptenModule).FS.filesystems.NODEFS)
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [restrict, ...(emscriptenOpts.preRun ?? [])] } }
  }
}

interface EmscriptenModule {
  FS: { filesystems: { NODEFS: Record<'node_ops' | 'stream_ops', FileOperations> } }
}

interface FileOperations {
  setattr?: (target: unknown, attributes: { mode?: number }) => unknown
}

function restrictModes({ node_ops, stream_ops }: EmscriptenModule['FS']['filesystems']['NODEFS']): void {
  for (const operations of [node_ops, stream_ops]) {
    const { setattr } = operations
    if (!setattr) continue
    operations.setattr = (target, attributes) =>
      setattr(
        target,
        attributes.mode === undefined ? attributes : { ...attributes, mode: attributes.mode & ~othersPermissions },
      )
  }
}
