/**
 * Loaded into every thread of a service (`node --require`): makes the disk below its store break while it runs, as the
 * file that DISK_STATE names says. `read-only`: as after an error for which the system stops writing to it; remounting a
 * disk on which files are open for writing, as a test could, the system does not allow. `failing`: every write fails.
 */
const fs = require('node:fs')
const { constants } = require('node:os')
const { syncBuiltinESMExports } = require('node:module')

const { readFileSync } = fs
const dataDir = process.env.DATA_DIR
const writes = fs.constants.O_WRONLY | fs.constants.O_RDWR | fs.constants.O_CREAT

function refuseWhere(isBroken) {
  let state = ''
  try {
    state = readFileSync(process.env.DISK_STATE, 'utf8')
  } catch {
    return
  }
  if (!isBroken(state)) return
  const code = state === 'read-only' ? 'EROFS' : 'EIO'
  throw Object.assign(new Error(`${code}: broken`), { code, errno: -constants.errno[code] })
}

function breakable(name, isBroken) {
  const original = fs[name]
  fs[name] = (...given) => {
    refuseWhere((state) => state !== '' && isBroken(state, ...given))
    return original(...given)
  }
}

const isOurs = (path) => String(path).startsWith(dataDir)
// 0 to 2 are what the service says.
const isFile = (_state, file) => file > 2
for (const name of ['writeSync', 'ftruncateSync', 'fsyncSync']) breakable(name, isFile)
for (const name of ['mkdirSync', 'unlinkSync', 'renameSync', 'rmdirSync', 'truncateSync'])
  breakable(name, (_state, path) => isOurs(path))
breakable('openSync', (state, path, flags) => state === 'read-only' && isOurs(path) && (Number(flags) & writes) !== 0)
breakable('accessSync', (state, path, mode) => state === 'read-only' && isOurs(path) && mode === fs.constants.W_OK)
syncBuiltinESMExports()
