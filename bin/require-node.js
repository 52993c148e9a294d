/**
 * Ends the process on a Node that is too old, with advice: it would fail later, with an error about a module. Imported first, and
 * itself in syntax that old versions read.
 */
const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(
    `Lorewell needs Node 20.19 or newer, and this is Node ${process.versions.node}. See https://nodejs.org.\n`,
  )
  process.exit(1)
}
