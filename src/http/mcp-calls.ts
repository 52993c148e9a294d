/** Identifies a call: JSON-RPC ids count from 0 in every client, so they are unique only within a session. */
export interface McpCallKey {
  organizationId: string
  memberId: string
  sessionId: string
  requestId: string | number
}

export interface McpCalls {
  /** Registers a call that can be cancelled until the returned function is called. */
  start(key: McpCallKey, cancel: () => void): () => void
  /** Cancels the call if it is under way. */
  cancel(key: McpCallKey): void
}

/**
 * Keeps the calls of agents that are under way in this process. Over HTTP, `notifications/cancelled` is a request of its own,
 * which doesn't share a server object with the call.
 */
export function createMcpCalls(): McpCalls {
  const cancels = new Map<string, () => void>()
  return {
    start(key, cancel) {
      const name = nameOf(key)
      // A client must not reuse an id within a session; if it does, its first call only ends by disconnecting.
      cancels.set(name, cancel)
      return () => {
        if (cancels.get(name) === cancel) cancels.delete(name)
      }
    },
    cancel: (key) => cancels.get(nameOf(key))?.(),
  }
}

function nameOf({ organizationId, memberId, sessionId, requestId }: McpCallKey): string {
  return JSON.stringify([organizationId, memberId, sessionId, requestId])
}
