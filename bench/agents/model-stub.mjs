/**
 * Returns a `fetch` that stands in for a provider of language models: it answers the first request with a call of the
 * chosen tool and the next one with text, and records the tools that the framework sent.
 */
export function createModelStub(format) {
  let chosen
  let sentTools = []
  const fetch = async (_url, { body }) => {
    const request = JSON.parse(body)
    sentTools = format.readTools(request)
    const reply = chosen ? format.callTool(chosen.name, chosen.input) : format.say('Done.')
    chosen = undefined
    return Response.json(reply)
  }
  return {
    fetch,
    choose(name, input) {
      chosen = { name, input }
    },
    sentTools: () => sentTools,
  }
}

/** The Responses API of OpenAI. */
export const openAiFormat = {
  readTools: ({ tools = [] }) => tools.map(({ name, parameters }) => ({ name, parameters })),
  callTool: (name, input) =>
    openAiResponse({ type: 'function_call', id: 'f', call_id: 'c', name, arguments: JSON.stringify(input) }),
  say: (text) =>
    openAiResponse({
      type: 'message',
      id: 'm',
      role: 'assistant',
      content: [{ type: 'output_text', text, annotations: [] }],
    }),
}

function openAiResponse(output) {
  return {
    id: 'r',
    object: 'response',
    created_at: 0,
    model: 'stub',
    status: 'completed',
    output: [{ status: 'completed', ...output }],
    usage: { input_tokens: 1, output_tokens: 1, total_tokens: 2 },
  }
}

/** `generateContent` of the Gemini API. */
export const geminiFormat = {
  readTools: ({ tools = [] }) => [tools].flat().flatMap(({ functionDeclarations = [] }) => functionDeclarations),
  callTool: (name, args) => geminiResponse({ functionCall: { name, args } }),
  say: (text) => geminiResponse({ text }),
}

function geminiResponse(part) {
  return {
    candidates: [{ content: { role: 'model', parts: [part] }, finishReason: 'STOP' }],
    usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
  }
}
