import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sendHttpRequest } from '../support/http-request.ts'
import { contentFixture, createTestApp, type Person, type Reply, type TestApp } from '../support/test-app.ts'

/**
 * docs/specification.md, line by line. Each row names the section it tests, makes one request and compares the whole body; where the text is fixed, byte for byte.
 */
interface ConformanceCase {
  line: string
  as?: string
  request: [method: 'GET' | 'POST' | 'DELETE' | 'PUT', path: string, body?: unknown, headers?: Record<string, string>]
  status: number
  body?: unknown
  text?: string
  headers?: Record<string, unknown>
}

const unauthorized = '{"message":"Invalid apiKey","id":"auth/unauthorized"}'
const disabled =
  '{"message":"This feature is disabled for your organization. Please contact support.","id":"askx-disabled"}'
const noRoot = '{"message":"Data source not found.","id":"root-id-not-found"}'
const forbidden = {
  message: 'You can read this data source but not write to it. Ask an admin to add you to its writers.',
  id: 'forbidden',
}
const invalid = (details: Record<string, unknown>) => ({
  message: 'Validation Failed',
  id: 'field-validation',
  details,
})
const contentWithout = (field: string) => {
  const { [field]: _, ...rest } = contentFixture()
  return rest
}
const listed = (id: string) => ({
  id,
  title: `Item ${id}`,
  url: `https://example.com/${id}`,
  updatedAt: '2026-10-01T00:00:00.000Z',
})

const indexRows: ConformanceCase[] = [
  {
    line: '4.2 success is a Source with milliseconds',
    request: ['POST', '/v1/ask/index', contentFixture({ updatedAt: '2026-11-01T10:00:00+01:00' })],
    status: 200,
    text: '{"id":"T-1","title":"Door","url":"https://example.com/1","updatedAt":"2026-11-01T09:00:00.000Z"}',
  },
  {
    line: 'alias: super',
    request: ['POST', '/v1/super/index', contentFixture()],
    status: 200,
    body: { id: 'T-1', title: 'Door', url: 'https://example.com/1', updatedAt: '2026-11-01T09:00:00.000Z' },
  },
  {
    line: '2.1 html is a type',
    request: ['POST', '/v1/ask/index', contentFixture({ type: 'html', content: '<p>x</p>' })],
    status: 200,
  },
  {
    line: 'content may be empty',
    request: ['POST', '/v1/ask/index', contentFixture({ id: 'empty', content: '' })],
    status: 200,
  },
  ...['rootId', 'id', 'title', 'content', 'type', 'updatedAt', 'url'].map(
    (field): ConformanceCase => ({
      line: `2.1 ${field} is required`,
      request: ['POST', '/v1/ask/index', contentWithout(field)],
      status: 422,
      body: invalid({ [field]: { message: 'is required' } }),
    }),
  ),
  ...['rootId', 'id', 'title', 'url', 'updatedAt'].map(
    (field): ConformanceCase => ({
      line: `2.1 ${field} is a string`,
      request: ['POST', '/v1/ask/index', contentFixture({ [field]: 7 })],
      status: 422,
      body: invalid({ [field]: { message: 'must be a string', value: 7 } }),
    }),
  ),
  {
    line: 'value is never repeated for content',
    request: ['POST', '/v1/ask/index', contentFixture({ content: 7 })],
    status: 422,
    body: invalid({ content: { message: 'must be a string' } }),
  },
  {
    line: '2.1 additional properties are not allowed; the key is the field',
    request: ['POST', '/v1/ask/index', contentFixture({ color: 'red' })],
    status: 422,
    body: invalid({ color: { message: 'is not a known field', value: 'red' } }),
  },
  {
    line: 'every failing field is reported at once',
    request: ['POST', '/v1/ask/index', { ...contentWithout('title'), id: 'a b', type: 'pdf', more: 1 }],
    status: 422,
    body: invalid({
      id: { message: 'must contain only letters, digits, hyphens and underscores', value: 'a b' },
      title: { message: 'is required' },
      type: { message: 'must be "markdown" or "html"', value: 'pdf' },
      more: { message: 'is not a known field', value: 1 },
    }),
  },
  {
    line: 'a field called __proto__ is an unknown field like any other',
    request: ['POST', '/v1/ask/index', JSON.stringify(contentFixture()).replace('{', '{"__proto__":{"x":1},')],
    status: 422,
    text: '{"message":"Validation Failed","id":"field-validation","details":{"__proto__":{"message":"is not a known field","value":{"x":1}}}}',
  },
  {
    line: '8 id: at least one character',
    request: ['POST', '/v1/ask/index', contentFixture({ id: '' })],
    status: 422,
    body: invalid({ id: { message: 'must not be empty', value: '' } }),
  },
  {
    line: '8 id: letters, digits, hyphen, underscore only',
    request: ['POST', '/v1/ask/index', contentFixture({ id: 'ü' })],
    status: 422,
    body: invalid({
      id: { message: 'must contain only letters, digits, hyphens and underscores', value: 'ü' },
    }),
  },
  {
    line: '8 id: all its characters',
    request: ['POST', '/v1/ask/index', contentFixture({ id: 'azAZ09-_' })],
    status: 200,
  },
  {
    line: 'id of 256 characters',
    request: ['POST', '/v1/ask/index', contentFixture({ id: 'x'.repeat(256) })],
    status: 200,
  },
  {
    line: 'id of 257 characters; value is cut at 200',
    request: ['POST', '/v1/ask/index', contentFixture({ id: 'x'.repeat(257) })],
    status: 422,
    body: invalid({ id: { message: 'must have at most 256 characters', value: 'x'.repeat(200) } }),
  },
  {
    line: 'title of 0 characters',
    request: ['POST', '/v1/ask/index', contentFixture({ title: '' })],
    status: 422,
    body: invalid({ title: { message: 'must not be empty', value: '' } }),
  },
  {
    line: 'title of 1024 characters',
    request: ['POST', '/v1/ask/index', contentFixture({ title: 't'.repeat(1024) })],
    status: 200,
  },
  {
    line: 'title of 1025 characters',
    request: ['POST', '/v1/ask/index', contentFixture({ title: 't'.repeat(1025) })],
    status: 422,
    body: invalid({ title: { message: 'must have at most 1024 characters', value: 't'.repeat(200) } }),
  },
  {
    line: 'a value is cut at 200 characters, not at 200 UTF-16 code units',
    request: ['POST', '/v1/ask/index', contentFixture({ title: `a${'😀'.repeat(1024)}`, more: ['😀'.repeat(150)] })],
    status: 422,
    body: invalid({
      title: { message: 'must have at most 1024 characters', value: `a${'😀'.repeat(199)}` },
      more: { message: 'is not a known field', value: ['😀'.repeat(150)] },
    }),
  },
  {
    line: 'title of 1024 characters outside the basic plane',
    request: ['POST', '/v1/ask/index', contentFixture({ title: '\u{1f642}'.repeat(1024) })],
    status: 200,
  },
  {
    line: 'title of 1025 characters outside the basic plane',
    request: ['POST', '/v1/ask/index', contentFixture({ title: '\u{1f642}'.repeat(1025) })],
    status: 422,
  },
  {
    line: 'url of 0 characters',
    request: ['POST', '/v1/ask/index', contentFixture({ url: '' })],
    status: 422,
    body: invalid({ url: { message: 'must not be empty', value: '' } }),
  },
  {
    line: 'url of 2048 characters',
    request: ['POST', '/v1/ask/index', contentFixture({ url: 'u'.repeat(2048) })],
    status: 200,
  },
  {
    line: 'url of 2049 characters',
    request: ['POST', '/v1/ask/index', contentFixture({ url: 'u'.repeat(2049) })],
    status: 422,
    body: invalid({ url: { message: 'must have at most 2048 characters', value: 'u'.repeat(200) } }),
  },
  ...['javascript:alert(1)', 'data:text/html,x', 'vbscript:x', ' JaVa\nScript:alert(1)'].map(
    (url): ConformanceCase => ({
      line: `a url that runs code: ${JSON.stringify(url)}`,
      request: ['POST', '/v1/ask/index', contentFixture({ url })],
      status: 422,
      body: invalid({ url: { message: 'must not be an address that runs code', value: url } }),
    }),
  ),
  ...[
    '2026-11-01',
    '2026-11-01T09:00:00',
    '2026-02-30T00:00:00Z',
    '2026-11-01T24:00:00Z',
    '2026-13-01T00:00:00Z',
    'yesterday',
    '0000-01-01T00:00:00Z',
    '9999-12-31T23:59:59-23:59',
    '2026-11-01 09:00:00Z',
    '2016-12-31T23:59:61Z',
    '2016-12-31T22:59:60Z',
    '2016-12-31T23:58:60Z',
    '2016-12-31T23:59:60+01:00',
  ].map(
    (updatedAt): ConformanceCase => ({
      line: `updatedAt is an RFC 3339 date-time with offset or Z, not ${updatedAt}`,
      request: ['POST', '/v1/ask/index', contentFixture({ updatedAt })],
      status: 422,
      body: invalid({
        updatedAt: { message: 'must be an ISO 8601 date-time with offset or Z', value: updatedAt },
      }),
    }),
  ),
  ...['2016-12-31T23:59:60Z', '2016-12-31T15:59:60.5-08:00'].map(
    (updatedAt): ConformanceCase => ({
      line: `updatedAt can be a leap second, which counts as the end of its day: ${updatedAt}`,
      request: ['POST', '/v1/ask/index', contentFixture({ updatedAt })],
      status: 200,
      body: { id: 'T-1', title: 'Door', url: 'https://example.com/1', updatedAt: '2016-12-31T23:59:59.999Z' },
    }),
  ),
  {
    line: 'a batch repeats no content either',
    request: ['POST', '/v1/ask/index/batch', { items: Array.from({ length: 101 }, () => contentFixture()) }],
    status: 422,
    body: invalid({ items: { message: 'must have at most 100 items' } }),
  },
  {
    line: 'malformed JSON is a 422 with details.body',
    request: ['POST', '/v1/ask/index', '{"rootId":'],
    status: 422,
    body: invalid({ body: { message: 'must be valid JSON' } }),
  },
  {
    line: 'a body that is no object',
    request: ['POST', '/v1/ask/index', '[1]'],
    status: 422,
    body: invalid({ body: { message: 'must be a JSON object' } }),
  },
  {
    line: 'no body at all',
    request: ['POST', '/v1/ask/index'],
    status: 422,
    body: invalid({ body: { message: 'is required' } }),
  },
  {
    line: 'a body that is not UTF-8',
    request: ['POST', '/v1/ask/index', Buffer.from([0x7b, 0xff, 0x7d])],
    status: 422,
    body: invalid({ body: { message: 'must be valid UTF-8' } }),
  },
  {
    line: 'text that cannot be given back unchanged is refused: NUL',
    request: ['POST', '/v1/ask/index', contentFixture({ title: 'a\u0000b' })],
    status: 422,
    body: invalid({ title: { message: 'must not contain the NUL character', value: 'a\u0000b' } }),
  },
  {
    line: 'text that cannot be given back unchanged is refused: half a surrogate pair',
    request: ['POST', '/v1/ask/index', contentFixture({ content: 'a\ud800b' })],
    status: 422,
    body: invalid({ content: { message: 'must be well-formed Unicode (it has half of a surrogate pair)' } }),
  },
  {
    line: '7.1 404 unknown root',
    request: ['POST', '/v1/ask/index', contentFixture({ rootId: 'nope' })],
    status: 404,
    text: noRoot,
  },
  {
    line: 'a root the caller may not see is a 404, exactly as one that does not exist',
    as: 'bob',
    request: ['POST', '/v1/ask/index', contentFixture({ rootId: 'secret' })],
    status: 404,
    text: noRoot,
  },
  {
    line: 'a root the caller may read but not write is 403',
    as: 'bob',
    request: ['POST', '/v1/ask/index', contentFixture({ rootId: 'readonly' })],
    status: 403,
    body: forbidden,
  },
  {
    line: 'body too large: 413',
    request: ['POST', '/v1/ask/index', contentFixture({ content: 'x'.repeat(4 * 1024 * 1024) })],
    status: 413,
    body: {
      message: 'The request body is larger than this service accepts (MAX_BODY_BYTES). Send less at once.',
      id: 'payload-too-large',
    },
  },
  {
    line: 'wrong content type: 415',
    request: ['POST', '/v1/ask/index', 'x=1', { 'content-type': 'application/x-www-form-urlencoded' }],
    status: 415,
    body: {
      message: 'The request body must be JSON (Content-Type: application/json).',
      id: 'unsupported-media-type',
    },
  },
]

const deleteRows: ConformanceCase[] = [
  {
    line: '4.3 success',
    request: ['DELETE', '/v1/ask/index', { rootId: 'tickets', id: 'T-1' }],
    status: 200,
    text: '{"ok":true}',
  },
  {
    line: 'alias: super',
    request: ['DELETE', '/v1/super/index', { rootId: 'tickets', id: 'T-1' }],
    status: 200,
    text: '{"ok":true}',
  },
  {
    line: 'deleting what is not there is ok',
    request: ['DELETE', '/v1/ask/index', { rootId: 'tickets', id: 'never' }],
    status: 200,
    text: '{"ok":true}',
  },
  {
    line: 'the fields may come from the query string where the body is empty',
    request: ['DELETE', '/v1/ask/index?rootId=tickets&id=T-1'],
    status: 200,
    text: '{"ok":true}',
  },
  {
    line: 'an empty body with a JSON content type counts as empty',
    request: ['DELETE', '/v1/ask/index?rootId=tickets&id=T-1', '', { 'content-type': 'application/json' }],
    status: 200,
    text: '{"ok":true}',
  },
  ...['application/x-www-form-urlencoded', 'text/plain;charset=UTF-8'].map(
    (type): ConformanceCase => ({
      line: `an empty body counts as empty with the content type ${type}`,
      request: ['DELETE', '/v1/ask/index?rootId=tickets&id=T-1', '', { 'content-type': type, 'content-length': '0' }],
      status: 200,
      text: '{"ok":true}',
    }),
  ),
  {
    line: 'rootId is required',
    request: ['DELETE', '/v1/ask/index', { id: 'T-1' }],
    status: 422,
    body: invalid({ rootId: { message: 'is required' } }),
  },
  {
    line: 'id is required',
    request: ['DELETE', '/v1/ask/index', { rootId: 'tickets' }],
    status: 422,
    body: invalid({ id: { message: 'is required' } }),
  },
  {
    line: 'an unknown field',
    request: ['DELETE', '/v1/ask/index', { rootId: 'tickets', id: 'T-1', force: true }],
    status: 422,
    body: invalid({ force: { message: 'is not a known field', value: true } }),
  },
  {
    line: '7.1 404',
    request: ['DELETE', '/v1/ask/index', { rootId: 'nope', id: 'x' }],
    status: 404,
    text: noRoot,
  },
  {
    line: 'invisible root',
    as: 'bob',
    request: ['DELETE', '/v1/ask/index', { rootId: 'secret', id: 'x' }],
    status: 404,
    text: noRoot,
  },
  {
    line: 'readable but not writable root',
    as: 'bob',
    request: ['DELETE', '/v1/ask/index', { rootId: 'readonly', id: 'x' }],
    status: 403,
    body: forbidden,
  },
]

const listRows: ConformanceCase[] = [
  {
    line: '4.4 newest first, then id; nbPages, page, hits; default size 20',
    request: ['GET', '/v1/ask/index?rootId=pages'],
    status: 200,
    body: {
      nbPages: 2,
      page: 0,
      hits: [
        {
          id: 'newest',
          title: 'Item newest',
          url: 'https://example.com/newest',
          updatedAt: '2026-10-02T00:00:00.000Z',
        },
        ...Array.from({ length: 19 }, (_, index) => listed(`p${String(index).padStart(2, '0')}`)),
      ],
    },
  },
  {
    line: 'alias: super',
    request: ['GET', '/v1/super/index?rootId=pages&page=1'],
    status: 200,
    body: { nbPages: 2, page: 1, hits: ['p19', 'p20', 'p21', 'p22', 'p23'].map(listed) },
  },
  {
    line: '8 page size 1',
    request: ['GET', '/v1/ask/index?rootId=pages&page=3&hitsPerPage=1'],
    status: 200,
    body: { nbPages: 25, page: 3, hits: [listed('p02')] },
  },
  {
    line: '8 page size 100',
    request: ['GET', '/v1/ask/index?rootId=pages&page=1&hitsPerPage=100'],
    status: 200,
    body: { nbPages: 1, page: 1, hits: [] },
  },
  {
    line: 'a page past the end has no hits',
    request: ['GET', '/v1/ask/index?rootId=pages&page=99'],
    status: 200,
    body: { nbPages: 2, page: 99, hits: [] },
  },
  {
    line: 'the highest page number of a 32-bit client has no hits',
    request: ['GET', '/v1/ask/index?rootId=pages&page=2147483647'],
    status: 200,
    body: { nbPages: 2, page: 2147483647, hits: [] },
  },
  {
    line: 'nbPages is 0 for an empty root',
    request: ['GET', '/v1/ask/index?rootId=hollow'],
    status: 200,
    text: '{"nbPages":0,"page":0,"hits":[]}',
  },
  ...['0', '101', '-1', '1.5', 'ten', ''].map(
    (size): ConformanceCase => ({
      line: `8 page size 1 to 100, not ${size || 'empty'}`,
      request: ['GET', `/v1/ask/index?rootId=pages&hitsPerPage=${size}`],
      status: 422,
      body: invalid({ hitsPerPage: { message: 'must be a whole number from 1 to 100', value: size } }),
    }),
  ),
  ...['-1', '0.5', 'one', '2147483648'].map(
    (page): ConformanceCase => ({
      line: `8 page is an integer of at least 0, not ${page}`,
      request: ['GET', `/v1/ask/index?rootId=pages&page=${page}`],
      status: 422,
      body: invalid({ page: { message: 'must be a whole number from 0 to 2147483647', value: page } }),
    }),
  ),
  {
    line: 'rootId is required',
    request: ['GET', '/v1/ask/index'],
    status: 422,
    body: invalid({ rootId: { message: 'is required' } }),
  },
  {
    line: 'rootId once',
    request: ['GET', '/v1/ask/index?rootId=a&rootId=b'],
    status: 422,
    body: invalid({ rootId: { message: 'must be a string', value: ['a', 'b'] } }),
  },
  { line: '7.1 404', request: ['GET', '/v1/ask/index?rootId=nope'], status: 404, text: noRoot },
  {
    line: 'invisible root',
    as: 'bob',
    request: ['GET', '/v1/ask/index?rootId=secret'],
    status: 404,
    text: noRoot,
  },
  {
    line: 'a reader may list',
    as: 'bob',
    request: ['GET', '/v1/ask/index?rootId=readonly'],
    status: 200,
    text: '{"nbPages":0,"page":0,"hits":[]}',
  },
]

const askInvalid = (details: Record<string, unknown>) => invalid(details)
const askRows: ConformanceCase[] = [
  {
    line: 'question is required; validation errors of ask are 400',
    request: ['POST', '/v1/ask', {}],
    status: 400,
    body: askInvalid({ question: { message: 'is required' } }),
  },
  {
    line: 'question: 1 character after trimming',
    request: ['POST', '/v1/ask', { question: '  \n ' }],
    status: 400,
    body: askInvalid({ question: { message: 'must not be empty', value: '  \n ' } }),
  },
  {
    line: 'blank ids mean that they are absent',
    request: ['GET', '/v1/ask?question=Who%3F&parentNoteId=&assistantId=&rootId='],
    status: 200,
  },
  {
    line: 'question: 16001 characters',
    request: ['POST', '/v1/ask', { question: 'q'.repeat(16_001) }],
    status: 400,
    body: askInvalid({ question: { message: 'must have at most 16000 characters', value: 'q'.repeat(200) } }),
  },
  {
    line: 'question: 16000 characters',
    request: ['POST', '/v1/ask', { question: ` ${'q'.repeat(16_000)} ` }],
    status: 200,
  },
  {
    line: 'malformed JSON',
    request: ['POST', '/v1/ask', '{'],
    status: 400,
    body: askInvalid({ body: { message: 'must be valid JSON' } }),
  },
  {
    line: 'unknown parent',
    request: ['POST', '/v1/ask', { question: 'x', parentId: 'nope' }],
    status: 404,
    text: '{"message":"Parent note not found.","id":"parent-not-found"}',
  },
  {
    line: 'invisible parent, as one that does not exist',
    as: 'bob',
    request: ['POST', '/v1/ask', { question: 'x', parentId: 'private' }],
    status: 404,
    text: '{"message":"Parent note not found.","id":"parent-not-found"}',
  },
  {
    line: 'unknown assistant',
    request: ['POST', '/v1/ask', { question: 'x', assistantId: 'nope' }],
    status: 404,
    text: '{"message":"Assistant not found.","id":"assistant-not-found"}',
  },
  {
    line: 'invisible assistant',
    as: 'bob',
    request: ['POST', '/v1/ask', { question: 'x', assistantId: 'quiet' }],
    status: 404,
    text: '{"message":"Assistant not found.","id":"assistant-not-found"}',
  },
  {
    line: 'nothing found: a plain sentence and no sources',
    request: ['POST', '/v1/ask', { question: 'What is the airspeed of a swallow?' }],
    status: 200,
    body: { answer: 'I could not find an answer to this in the notes you can see.', sources: [] },
  },
  {
    line: "nothing found, in the question's language",
    request: ['POST', '/v1/ask', { question: 'Wie schnell fliegt eigentlich eine Schwalbe über das Meer?' }],
    status: 200,
    body: {
      answer: 'In den Notizen, die für Sie sichtbar sind, habe ich dazu keine Antwort gefunden.',
      sources: [],
    },
  },
  {
    line: '4.5 digest of an unknown assistant',
    request: ['GET', '/v1/ask/digest/nope'],
    status: 404,
    text: '{"message":"Assistant not found.","id":"assistant-not-found"}',
  },
  {
    line: '4.5 digest of an invisible assistant',
    as: 'bob',
    request: ['GET', '/v1/super/digest/quiet'],
    status: 404,
    text: '{"message":"Assistant not found.","id":"assistant-not-found"}',
  },
  {
    line: '2.6 a digest is a JSON string; nothing new is one sentence',
    request: ['GET', '/v1/ask/digest/idle'],
    status: 200,
    text: '"Nothing new in the last 7 days."',
  },
]

const operations: [method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown][] = [
  ['POST', '/v1/ask', { question: 'x' }],
  ['GET', '/v1/ask?question=x'],
  ['POST', '/v1/ask/index', contentFixture()],
  ['DELETE', '/v1/ask/index', { rootId: 'tickets', id: 'T-1' }],
  ['GET', '/v1/ask/index?rootId=tickets'],
  ['GET', '/v1/ask/digest/idle'],
  ['POST', '/v1/super', { question: 'x' }],
  ['GET', '/v1/super?question=x'],
  ['POST', '/v1/super/index', contentFixture()],
  ['DELETE', '/v1/super/index', { rootId: 'tickets', id: 'T-1' }],
  ['GET', '/v1/super/index?rootId=tickets'],
  ['GET', '/v1/super/digest/idle'],
]
const isAskOperation = (path: string) => !path.includes('/index')

const edgeRows: ConformanceCase[] = [
  {
    line: 'unknown route',
    request: ['GET', '/v1/nothing'],
    status: 404,
    body: { message: 'There is nothing at this address.', id: 'not-found' },
  },
  {
    line: 'wrong method, with what is allowed',
    request: ['PUT', '/v1/ask/index', {}],
    status: 405,
    body: { message: 'This address supports only DELETE, GET, HEAD, POST.', id: 'method-not-allowed' },
    headers: { allow: 'DELETE, GET, HEAD, POST' },
  },
  {
    line: 'unknown route, whatever the body',
    request: ['POST', '/v1/nothing', '{'],
    status: 404,
    body: { message: 'There is nothing at this address.', id: 'not-found' },
  },
  ...['{', 'x=1'].map(
    (body): ConformanceCase => ({
      line: `wrong method, whatever the body: ${body}`,
      request: ['PUT', '/v1/ask', body, { 'content-type': body === '{' ? 'application/json' : 'text/plain' }],
      status: 405,
      body: { message: 'This address supports only GET, HEAD, POST.', id: 'method-not-allowed' },
    }),
  ),
  {
    line: 'a compressed body: 415',
    request: ['POST', '/v1/ask/index', gzipSync(JSON.stringify(contentFixture())), { 'content-encoding': 'gzip' }],
    status: 415,
    body: {
      message: 'Send the request body without compression (no Content-Encoding).',
      id: 'unsupported-media-type',
    },
  },
]

/** Requests that Node or the router refuses, as they are sent over a connection. */
const unparsableRequests: [line: string, request: string, status: number, body: unknown][] = [
  ['no HTTP', 'HELLO\r\n\r\n', 400, { message: 'The request is not valid HTTP.', id: 'bad-request' }],
  [
    'an unknown method',
    'FETCH /v1/ask HTTP/1.1\r\nHost: a\r\n\r\n',
    400,
    { message: 'The request is not valid HTTP.', id: 'bad-request' },
  ],
  [
    'HTTP/1.1 without a host',
    'GET /v1/ask HTTP/1.1\r\n\r\n',
    400,
    { message: 'The request is not valid HTTP.', id: 'bad-request' },
  ],
  [
    'an address that is too long',
    `GET /v1/ask?question=${'x'.repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`,
    431,
    {
      message: 'The address and headers of the request are too long. Send long texts in a body.',
      id: 'headers-too-large',
    },
  ],
]

describe('the interface, line by line', () => {
  let service: TestApp
  const people: Record<string, Person> = {}

  beforeAll(async () => {
    service = await createTestApp()
    await service.organization('acme')
    people.ada = await service.person('acme', 'ada', { role: 'admin', groups: ['Core'] })
    people.bob = await service.person('acme', 'bob')
    for (const root of ['tickets', 'hollow', 'pages']) await service.dataSource('acme', root)
    await service.dataSource('acme', 'secret', ['group:Core'])
    await service.dataSource('acme', 'readonly', ['everyone'], ['group:Core'])
    await service.note('acme', { id: 'private', audience: ['group:Core'] })
    await service.assistant('acme', 'quiet', { audience: ['group:Core'] })
    await service.assistant('acme', 'idle', { scope: { notes: [], dataSources: ['hollow'] } })
    for (let index = 0; index < 24; index++) {
      const id = `p${String(index).padStart(2, '0')}`
      await index_(
        contentFixture({
          rootId: 'pages',
          id,
          title: `Item ${id}`,
          url: `https://example.com/${id}`,
          updatedAt: '2026-10-01T00:00:00Z',
        }),
      )
    }
    await index_(
      contentFixture({
        rootId: 'pages',
        id: 'newest',
        title: 'Item newest',
        url: 'https://example.com/newest',
        updatedAt: '2026-10-02T00:00:00Z',
      }),
    )
  })
  afterAll(() => service.close())

  const index_ = async (body: Record<string, unknown>) => {
    const reply = await service.call(people.ada?.key, 'POST', '/v1/ask/index', body)
    expect(reply.status, reply.text).toBe(200)
  }
  const check = async (row: ConformanceCase) => {
    const [method, path, body, headers] = row.request
    const reply = await service.call(people[row.as ?? 'ada']?.key, method, path, body, headers)
    expect(reply.status, reply.text).toBe(row.status)
    if (row.text !== undefined) expect(reply.text).toBe(row.text)
    if (row.body !== undefined) expect(reply.body).toEqual(row.body)
    if (row.headers) expect(reply.headers).toMatchObject(row.headers)
    expect(reply.headers['content-type']).toBe('application/json; charset=utf-8')
  }

  test.each(indexRows)('index: $line', check)
  test.each(deleteRows)('delete: $line', check)
  test.each(listRows)('list: $line', check)
  test.each(askRows)('ask: $line', check)
  test.each(edgeRows)('addresses: $line', check)

  test.each([
    ['TRACE', '/v1/ask', 405, 'method-not-allowed'],
    ['QUERY', '/v1/ask', 405, 'method-not-allowed'],
    ['QUERY', '/v1/nothing', 404, 'not-found'],
  ])('wrong method: %s %s', async (method, url, status, id) => {
    const reply = await service.server.inject({ method: method as 'GET', url })
    expect([reply.statusCode, reply.json().id]).toEqual([status, id])
    if (status === 405) expect(reply.headers.allow).toBe('GET, HEAD, POST')
  })

  test.each(unparsableRequests)('the error of %s has the format of all errors', async (_, request, status, body) => {
    const { hostname, port } = new URL(await service.baseUrl())
    const socket = connect(Number(port), hostname)
    socket.write(request)
    const [head, content] = (await text(socket)).split('\r\n\r\n') as [string, string]
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(head).toMatch(/content-type: application\/json; charset=utf-8/i)
    expect(JSON.parse(content)).toEqual(body)
  })

  test.each([
    ['its whole address', 'GET http://proxy.test/v1/nothing HTTP/1.1\r\nHost: a'],
    ['an unknown expectation', 'GET /v1/nothing HTTP/1.1\r\nHost: a\r\nExpect: nonsense'],
    ['no host, in HTTP/1.0', 'GET /v1/nothing HTTP/1.0'],
  ])('a request with %s is answered like any other', async (_, request) => {
    const { hostname, port } = new URL(await service.baseUrl())
    const socket = connect(Number(port), hostname)
    socket.write(`${request}\r\nConnection: close\r\n\r\n`)
    const [head, content] = (await text(socket)).split('\r\n\r\n') as [string, string]
    expect(head).toMatch(/^HTTP\/1.1 404 /)
    expect(head).toContain('cache-control: no-store')
    expect(JSON.parse(content)).toEqual({ message: 'There is nothing at this address.', id: 'not-found' })
  })

  test('an empty body of unknown length counts as empty, with and without a content type', async () => {
    const url = `${await service.baseUrl()}/v1/ask/index?rootId=tickets&id=T-1`
    for (const type of ['text/plain', undefined]) {
      const reply = await sendHttpRequest(url, {
        method: 'DELETE',
        headers: {
          'x-api-key': people.ada?.key as string,
          'transfer-encoding': 'chunked',
          ...(type && { 'content-type': type }),
        },
      })
      expect([reply.status, reply.text]).toEqual([200, '{"ok":true}'])
    }
  })

  test.each([
    ['TEXT/Event-Stream', 'text/event-stream; charset=utf-8'],
    ['application/json, text/event-stream;q=0.5', 'text/event-stream; charset=utf-8'],
    ['text/event-stream;q=0, */*', 'application/json; charset=utf-8'],
    ['text/event-stream+x', 'application/json; charset=utf-8'],
  ])('Accept: %s is answered with %s', async (accept, type) => {
    const path = '/v1/ask?question=What+is+it%3F'
    const reply = await service.call(people.ada?.key, 'GET', path, undefined, { accept })
    expect(reply.headers['content-type']).toBe(type)
  })

  test('ask answers with exactly the sources that it cites, each with its passage', async () => {
    await index_(
      contentFixture({ id: 'cited', title: 'Opening hours', content: 'The bakery opens at half past five.' }),
    )
    const reply = await service.call(people.ada?.key, 'POST', '/v1/ask', {
      question: 'When does the bakery open?',
    })
    expect(reply.body).toEqual({
      answer: 'The bakery opens at half past five. [1]',
      sources: [
        {
          id: 'cited',
          title: 'Opening hours',
          url: 'https://example.com/1',
          updatedAt: '2026-11-01T09:00:00.000Z',
          explanation: 'The bakery opens at half past five.',
        },
      ],
    })
    const others: Reply[] = [
      await service.call(people.ada?.key, 'GET', '/v1/ask?question=When+does+the+bakery+open%3F'),
      await service.call(people.ada?.key, 'POST', '/v1/ask?question=When+does+the+bakery+open%3F', '', {
        'content-type': 'application/json',
      }),
      await service.call(people.ada?.key, 'POST', '/v1/super', { question: 'When does the bakery open?' }),
    ]
    for (const other of others) expect(other.text).toBe(reply.text)
  })

  test('parentNoteId is another name of parentId', async () => {
    await service.note('acme', { id: 'rooms', content: 'The red room seats twelve.' })
    await service.note('acme', { id: 'red', parent: 'rooms', content: 'The red room has a projector.' })
    for (const name of ['parentId', 'parentNoteId']) {
      const reply = await service.call(people.bob?.key, 'GET', `/v1/ask?question=Who+has+a+projector&${name}=rooms`)
      expect(reply.body.sources.map((source: { id: string }) => source.id)).toEqual(['red'])
    }
  })

  describe('credentials', () => {
    test.each(operations)('%s %s without a credential is the one 401', async (method, path, body) => {
      const reply = await service.call(undefined, method, path, body)
      expect([reply.status, reply.text]).toEqual([401, unauthorized])
    })
    test.each([
      ['unknown', { authorization: 'Bearer lw_unknown' }],
      ['empty', { authorization: 'Bearer ' }],
      ['another scheme', { authorization: 'Basic YTpi' }],
      ['unknown x-api-key', { 'x-api-key': 'lw_unknown' }],
      ['a NUL', { 'x-api-key': 'a\u0001b' }],
    ])('a credential that is %s is the one 401', async (_, headers) => {
      const reply = await service.call(undefined, 'GET', '/v1/ask/index?rootId=hollow', undefined, headers)
      expect([reply.status, reply.text]).toEqual([401, unauthorized])
    })
    test.each(['x-api-key', 'x-slite-api-key'])('%s carries an API key', async (header) => {
      const reply = await service.call(undefined, 'GET', '/v1/ask/index?rootId=hollow', undefined, {
        [header]: people.ada?.key as string,
      })
      expect(reply.status).toBe(200)
    })
    test('a revoked key is refused with the next request', async () => {
      const carl = await service.person('acme', 'carl')
      expect((await service.call(carl.key, 'GET', '/v1/ask/index?rootId=hollow')).status).toBe(200)
      const [key] = await service.app.apiKeys.list('acme', { memberId: carl.id })
      await service.app.apiKeys.revoke('acme', key?.id as string)
      const reply = await service.call(carl.key, 'GET', '/v1/ask/index?rootId=hollow')
      expect([reply.status, reply.text]).toEqual([401, unauthorized])
    })
  })

  describe('order of checks', () => {
    test.each(operations)('%s %s: 401 before anything that is wrong with the request', async (method, path, body) => {
      const reply = await service.call('lw_wrong', method, path, body === undefined ? undefined : '{', {})
      expect(reply.status).toBe(401)
    })
    test('validation before not found, not found before forbidden', async () => {
      const both = await service.call(
        people.bob?.key,
        'POST',
        '/v1/ask/index',
        contentFixture({ rootId: 'nope', id: '!' }),
      )
      expect(both.status).toBe(422)
      const unseen = await service.call(people.bob?.key, 'POST', '/v1/ask/index', contentFixture({ rootId: 'secret' }))
      expect(unseen.status).toBe(404)
    })
  })
})

describe('asking turned off for the organization', () => {
  let service: TestApp
  let ada: Person
  beforeAll(async () => {
    service = await createTestApp({ config: { askPerMinute: 50, indexPerMinute: 50 } })
    await service.organization('acme', { askEnabled: false })
    ada = await service.person('acme', 'ada')
  })
  afterAll(() => service.close())

  test.each(operations)('%s %s', async (method, path, body) => {
    const reply = await service.call(ada.key, method, path, body)
    if (!isAskOperation(path)) expect([reply.status, reply.text]).toEqual([402, disabled])
    else {
      const message = 'This feature is disabled for your organization. Please contact support.'
      expect(reply.status).toBe(422)
      expect(reply.body).toEqual({
        name: 'AskDisabledError',
        message,
        id: 'askx-disabled',
        status: 422,
        stack: `AskDisabledError: ${message}`,
      })
    }
  })

  test('disabled comes before validation', async () => {
    expect((await service.call(ada.key, 'POST', '/v1/ask/index', '{')).status).toBe(402)
    expect((await service.call(ada.key, 'POST', '/v1/ask', '{')).status).toBe(422)
  })
})

describe('rate limits', () => {
  let service: TestApp
  let time = Date.parse('2026-11-15T12:00:00Z')
  beforeAll(async () => {
    service = await createTestApp({
      config: { askPerMinute: 2, indexPerMinute: 3 },
      now: () => new Date(time),
    })
    await service.organization('acme')
    await service.organization('off', { askEnabled: false })
    await service.dataSource('acme', 'tickets')
  })
  afterAll(() => service.close())
  const limitMessage = "You've reached the api rate limit. Please wait and retry later."

  test('index, list and delete share one bucket; over it: 429 with Retry-After', async () => {
    const ada = await service.person('acme', 'ada')
    const first = await service.call(ada.key, 'POST', '/v1/ask/index', contentFixture())
    expect(first.headers).toMatchObject({
      'ratelimit-policy': '"index";q=3;w=60',
      ratelimit: '"index";r=2;t=60',
    })
    time += 10_000
    await service.call(ada.key, 'GET', '/v1/ask/index?rootId=tickets')
    const third = await service.call(ada.key, 'DELETE', '/v1/super/index', { rootId: 'tickets', id: 'T-1' })
    expect(third.headers).toMatchObject({ ratelimit: '"index";r=0;t=50' })
    const over = await service.call(ada.key, 'POST', '/v1/ask/index', '{')
    expect([over.status, over.text]).toEqual([429, `{"message":"${limitMessage}","id":"rate-limit"}`])
    expect(over.headers).toMatchObject({ 'retry-after': '50', ratelimit: '"index";r=0;t=50' })
    const asked = await service.call(ada.key, 'POST', '/v1/ask', { question: 'x' })
    expect(asked.status).toBe(200)
    time += 50_000
    expect((await service.call(ada.key, 'GET', '/v1/ask/index?rootId=tickets')).status).toBe(200)
  })

  test('asks and digests share one bucket, with the named body; each user has their own', async () => {
    const bob = await service.person('acme', 'bob')
    const eve = await service.person('acme', 'eve')
    await service.assistant('acme', 'idle')
    expect((await service.call(bob.key, 'GET', '/v1/ask?question=x')).status).toBe(200)
    expect((await service.call(bob.key, 'GET', '/v1/ask/digest/idle')).status).toBe(200)
    const over = await service.call(bob.key, 'POST', '/v1/super', { question: 'x' })
    expect(over.status).toBe(429)
    expect(over.body).toEqual({
      name: 'AskRateLimitedError',
      message: limitMessage,
      id: 'rate-limit',
      status: 429,
      stack: `AskRateLimitedError: ${limitMessage}`,
    })
    expect((await service.call(eve.key, 'GET', '/v1/ask?question=x')).status).toBe(200)
  })

  test('429 comes before disabled', async () => {
    const dan = await service.person('off', 'dan')
    for (let count = 0; count < 3; count++) {
      expect((await service.call(dan.key, 'GET', '/v1/ask/index?rootId=x')).status).toBe(402)
    }
    expect((await service.call(dan.key, 'GET', '/v1/ask/index?rootId=x')).status).toBe(429)
  })
})
