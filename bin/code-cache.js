import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import Module, { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { cachedDataVersionTag, deserialize, serialize } from 'node:v8'
import { constants, Script } from 'node:vm'
import { crc32 } from 'node:zlib'

/**
 * Runs the built program with the code that V8 compiled in an earlier process: compiling takes a start a quarter of a second.
 * Node 20 keeps compiled code of scripts alone, so that the build is CommonJS and its files are loaded here. `save` keeps what
 * has been compiled so far for the next process, unless all of it was there.
 */
export function createCodeCache(cachePath) {
  // What V8 compiles depends on its version, its flags and the processor.
  const version = `${process.version} ${process.arch} ${cachedDataVersionTag()}`
  const cache = readCache(cachePath, version)
  const modules = new Map()
  const scripts = new Map()
  let isComplete = true

  function load(path) {
    const loaded = modules.get(path)
    if (loaded) return loaded.exports
    const module = { exports: {}, filename: path }
    modules.set(path, module)
    try {
      compile(path)(module.exports, requireFor(path), module, path, dirname(path))
    } catch (error) {
      modules.delete(path)
      throw error
    }
    return module.exports
  }

  function compile(path) {
    const { size, mtimeMs } = statSync(path)
    const known = cache.get(basename(path))
    const cachedData = known?.size === size && known.mtimeMs === mtimeMs ? known.data : undefined
    const script = new Script(Module.wrap(readFileSync(path, 'utf8')), {
      filename: path,
      cachedData,
      importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
    })
    if (!cachedData || script.cachedDataRejected) isComplete = false
    scripts.set(basename(path), { script, size, mtimeMs })
    return script.runInThisContext()
  }

  /** Files of the build lie in one folder and name each other by relative paths. */
  function requireFor(path) {
    const requirePackage = createRequire(path)
    const require = (id) => (id.startsWith('.') ? load(join(dirname(path), id)) : requirePackage(id))
    return Object.assign(require, { resolve: requirePackage.resolve, cache: requirePackage.cache })
  }

  async function save() {
    if (isComplete) return
    const kept = new Map()
    for (const [name, { script, ...file }] of scripts) {
      kept.set(name, { ...file, data: script.createCachedData() })
      // Requests go first: a file takes some milliseconds.
      await setImmediate()
    }
    writeCache(cachePath, serialize({ version, scripts: kept }))
    isComplete = true
  }

  return { load, save }
}

/** Returns nothing where it is missing, damaged or of another program: the code is then compiled as usual. */
function readCache(path, version) {
  try {
    const file = readFileSync(path)
    const content = file.subarray(4)
    if (crc32(content) !== file.readUInt32BE(0)) return new Map()
    const kept = deserialize(content)
    return kept.version === version ? kept.scripts : new Map()
  } catch {
    return new Map()
  }
}

/** Writes nothing where the installation is read-only. */
function writeCache(path, content) {
  const checksum = Buffer.alloc(4)
  checksum.writeUInt32BE(crc32(content))
  const written = `${path}.${process.pid}`
  try {
    writeFileSync(written, Buffer.concat([checksum, content]), { mode: 0o600 })
    renameSync(written, path)
  } catch {
    rmSync(written, { force: true })
  }
}
