import type { ServerContext } from '@modelcontextprotocol/server'
import { describeProgress } from '../answer/research/describe-progress.ts'
import type { AgentListener } from './mcp-backend.ts'

/**
 * Returns a listener that ends an answer when the host cancels the call, and tells the host how far a report is, if it asked
 * for that: hosts that stop waiting after a minute wait on while there is progress.
 */
export function createAskListener({
  signal,
  _meta,
  notify,
}: Pick<ServerContext['mcpReq'], 'signal' | '_meta' | 'notify'>): AgentListener {
  const progressToken = _meta?.progressToken
  if (progressToken === undefined) return { signal }
  let sectionCount = 0
  let progress = 0
  return {
    signal,
    onPlan(sections) {
      sectionCount = sections.length
    },
    onProgress(step) {
      progress += 1
      const params = { progressToken, progress, message: describeProgress(step, sectionCount) }
      // A host that has left can't be told; `signal` ends the report.
      notify({ method: 'notifications/progress', params }).catch(() => {})
    },
  }
}
