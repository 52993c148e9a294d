import { callEveryTool, toolNames } from './every-tool.mjs'
import { frameworks } from './frameworks.mjs'

/** Tools without any input; providers may leave their parameters out. */
const withoutInput = ['list_assistants', 'list_data_sources']

const { LOREWELL_SERVER: server, LOREWELL_KEY: key } = process.env
let failed = 0
for (const [name, connect] of Object.entries(frameworks)) {
  try {
    const connected = await connect({ url: `${server}/mcp`, headers: { authorization: `Bearer ${key}` } })
    try {
      checkSchemas(connected.schemas)
      const called = await callEveryTool(connected.call)
      console.log(`${name}: ${called.length} of ${toolNames.length} tools converted and called`)
    } finally {
      await connected.close()
    }
  } catch (error) {
    failed += 1
    console.log(`${name}: FAILED: ${error.stack ?? error}`)
  }
}
process.exit(failed === 0 ? 0 : 1)

function checkSchemas(schemas) {
  const names = Object.keys(schemas).sort()
  if (names.join() !== toolNames.join()) throw new Error(`The tools are ${names.join()}`)
  for (const [name, schema] of Object.entries(schemas)) {
    if (withoutInput.includes(name)) continue
    if (Object.keys(schema?.properties ?? {}).length === 0) throw new Error(`${name} has no parameters`)
    if (JSON.stringify(schema).includes('$ref')) throw new Error(`${name} has a reference`)
  }
}
