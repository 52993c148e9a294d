import { createGoogleGenerativeAI } from '@ai-sdk/google'
import { createMCPClient } from '@ai-sdk/mcp'
import { createOpenAI } from '@ai-sdk/openai'
import { convertToOpenAITool } from '@langchain/core/utils/function_calling'
import { MultiServerMCPClient } from '@langchain/mcp-adapters'
import { mcp as llamaIndexMcp } from '@llamaindex/tools'
import { MCPClient as MastraClient } from '@mastra/mcp'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { getAllMcpTools, MCPServerStreamableHttp, RunContext } from '@openai/agents'
import { generateText, stepCountIs } from 'ai'
import { createModelStub, geminiFormat, openAiFormat } from './model-stub.mjs'

/**
 * Each framework connects to a server and returns `schemas`, the parameters of each tool as it sends them to a model,
 * `call(name, input)`, and `close()`.
 */
export const frameworks = {
  '@modelcontextprotocol/sdk': async ({ url, headers }) => {
    const client = new Client({ name: 'test', version: '1' })
    await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }))
    const { tools } = await client.listTools()
    return {
      schemas: Object.fromEntries(tools.map(({ name, inputSchema }) => [name, inputSchema])),
      call: async (name, input) => (await client.callTool({ name, arguments: input })).content[0].text,
      close: () => client.close(),
    }
  },

  '@langchain/mcp-adapters': async ({ url, headers }) => {
    const client = new MultiServerMCPClient({ mcpServers: { lorewell: { transport: 'http', url, headers } } })
    const tools = await client.getTools()
    return {
      schemas: Object.fromEntries(tools.map((tool) => [tool.name, convertToOpenAITool(tool).function.parameters])),
      call: (name, input) => tools.find((tool) => tool.name === name).invoke(input),
      close: () => client.close(),
    }
  },

  '@ai-sdk/mcp with @ai-sdk/openai': (server) =>
    connectAiSdk(server, openAiFormat, (fetch) => createOpenAI({ apiKey: 'none', fetch })('stub')),

  '@ai-sdk/mcp with @ai-sdk/google': (server) =>
    connectAiSdk(server, geminiFormat, (fetch) => createGoogleGenerativeAI({ apiKey: 'none', fetch })('stub')),

  '@openai/agents': async ({ url, headers }) => {
    const server = new MCPServerStreamableHttp({ url, name: 'lorewell', requestInit: { headers } })
    await server.connect()
    const tools = await getAllMcpTools({ mcpServers: [server], convertSchemasToStrict: true })
    for (const { name, strict } of tools) if (!strict) throw new Error(`${name} is not strict`)
    return {
      schemas: Object.fromEntries(tools.map(({ name, parameters }) => [name, parameters])),
      call: (name, input) => {
        const tool = tools.find((candidate) => candidate.name === name)
        // A strict schema requires every field; models send null for those that they do not use.
        const unused = Object.keys(tool.parameters.properties).map((field) => [field, null])
        return tool.invoke(new RunContext(), JSON.stringify({ ...Object.fromEntries(unused), ...input }))
      },
      close: () => server.close(),
    }
  },

  '@mastra/mcp': async ({ url, headers }) => {
    const client = new MastraClient({ servers: { lorewell: { url: new URL(url), requestInit: { headers } } } })
    const tools = await client.getTools()
    return {
      schemas: Object.fromEntries(
        Object.entries(tools).map(([name, { inputSchema }]) => [
          name.replace('lorewell_', ''),
          inputSchema.toJSONSchema?.() ?? { type: 'object', properties: inputSchema.shape },
        ]),
      ),
      call: (name, context) => tools[`lorewell_${name}`].execute({ context }),
      close: () => client.disconnect(),
    }
  },

  '@llamaindex/tools': async ({ url, headers }) => {
    const client = llamaIndexMcp({ url, requestInit: { headers } })
    const tools = await client.tools()
    return {
      schemas: Object.fromEntries(tools.map(({ metadata }) => [metadata.name, metadata.parameters])),
      call: (name, input) => tools.find(({ metadata }) => metadata.name === name).call(input),
      close: () => client.cleanup(),
    }
  },
}

async function connectAiSdk({ url, headers }, format, createModel) {
  const client = await createMCPClient({ transport: { type: 'http', url, headers } })
  const tools = await client.tools()
  const stub = createModelStub(format)
  const model = createModel(stub.fetch)
  const run = (name, input) => {
    if (name) stub.choose(name, input)
    return generateText({ model, tools, prompt: 'Use a tool.', stopWhen: stepCountIs(2) })
  }
  await run()
  return {
    schemas: Object.fromEntries(stub.sentTools().map(({ name, parameters }) => [name, parameters])),
    call: async (name, input) => {
      const { steps } = await run(name, input)
      const [result] = steps[0].toolResults
      if (!result) throw new Error(`${name} was not run: ${JSON.stringify(steps[0].content).slice(0, 500)}`)
      return result.output.content[0].text
    },
    close: () => client.close(),
  }
}
