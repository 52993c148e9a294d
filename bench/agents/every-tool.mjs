import { randomUUID } from 'node:crypto'

/** The tools of the server, as an agent names them. */
export const toolNames = [
  'ask',
  'create_note',
  'delete_content',
  'digest',
  'get_thread',
  'index_content',
  'list_assistants',
  'list_data_sources',
  'list_notes',
  'read_note',
  'search',
  'update_note',
]

const ticket = {
  rootId: 'tickets',
  id: 'T-1',
  title: 'Door',
  content: 'The door did not lock because the battery was empty.',
  type: 'markdown',
  updatedAt: '2026-11-01T09:00:00Z',
  url: 'https://tickets.test/1',
}

/**
 * Calls every tool through `call(name, input)`, which returns the result as a framework hands it to a model. Returns the
 * names of the tools that were called; throws if a result lacks what it must contain.
 */
export async function callEveryTool(call) {
  const called = new Set()
  const expectText = async (name, input, expected) => {
    called.add(name)
    const result = await call(name, input)
    const text = typeof result === 'string' ? result : JSON.stringify(result)
    if (!expected.test(text)) throw new Error(`${name} returned ${text?.slice(0, 300)} instead of ${expected}`)
    return text
  }
  const threadId = randomUUID()
  await expectText('ask', { question: 'Who is on call at the weekend?', threadId }, /platform team/)
  await expectText('get_thread', { id: threadId }, /platform team/)
  await expectText('search', { query: 'weekend', limit: 3 }, /oncall/)
  await expectText('read_note', { id: 'oncall' }, /platform team is on call/)
  await expectText('list_assistants', {}, /helper/)
  await expectText('digest', { assistantId: 'helper' }, /On call/)
  await expectText('index_content', ticket, /T-1/)
  await expectText('read_note', { id: 'T-1', rootId: 'tickets' }, /battery was empty/)
  await expectText('list_data_sources', {}, /tickets/)
  await expectText('delete_content', { rootId: 'tickets', id: 'T-1' }, /T-1|true/)
  const title = `Keys ${threadId}`
  await expectText('create_note', { title, markdown: 'In the safe.' }, /Keys/)
  const listed = await expectText('list_notes', {}, new RegExp(title))
  const id = (new RegExp(`${title} \\(id ([\\w-]+)\\)`).exec(listed) ??
    new RegExp(`"id":"([\\w-]+)","title":"${title}"`).exec(listed))?.[1]
  if (!id) throw new Error(`list_notes names no id: ${listed.slice(0, 300)}`)
  await expectText('update_note', { id, markdown: 'With Ada.' }, /Keys/)
  await expectText('read_note', { id }, /With Ada/)
  const missed = toolNames.filter((name) => !called.has(name))
  if (missed.length > 0) throw new Error(`Not called: ${missed.join(', ')}`)
  return [...called]
}
