import { createHash } from 'node:crypto'
import { type OriginServerOptions, startOriginServer } from './origin-server.ts'

/** Starts a server that answers as S3 does for what rclone asks: Debian's rclone is older than its own S3 server. */
export async function startBucket(
  objects: Record<string, string>,
  { pageSize = 1, ...options }: OriginServerOptions & { pageSize?: number } = {},
) {
  const state = { objects, isDown: false, isDenied: false }
  const etag = (text: string) => `"${createHash('md5').update(text).digest('hex')}"`
  const server = await startOriginServer((request, response) => {
    if (state.isDown) return response.destroy()
    if (state.isDenied) return response.writeHead(403).end('<Error><Code>AccessDenied</Code></Error>')
    const url = new URL(request.url ?? '/', 'http://localhost')
    const key = decodeURIComponent(url.pathname.replace(/^\/bucket\/?/, ''))
    const content = objects[key]
    const date = 'Mon, 02 Mar 2026 10:00:00 GMT'
    if (key !== '') {
      if (content === undefined) return response.writeHead(404).end()
      response.writeHead(200, {
        etag: etag(content),
        'last-modified': date,
        'content-length': Buffer.byteLength(content),
      })
      return response.end(request.method === 'HEAD' ? undefined : content)
    }
    const prefix = url.searchParams.get('prefix') ?? ''
    const delimiter = url.searchParams.get('delimiter') ?? ''
    const keys = Object.keys(objects).filter((one) => one.startsWith(prefix))
    const after = url.searchParams.get('marker') || url.searchParams.get('continuation-token') || ''
    const folders = new Set<string>()
    const direct: string[] = []
    for (const one of keys) {
      const end = delimiter ? one.indexOf(delimiter, prefix.length) : -1
      if (end >= 0) folders.add(one.slice(0, end + 1))
      else direct.push(one)
    }
    const rest = direct.filter((one) => one > after).sort()
    const page = rest.slice(0, pageSize)
    const isEncoded = url.searchParams.get('encoding-type') === 'url'
    const encode = (text: string) => (isEncoded ? encodeURIComponent(text).replaceAll('%2F', '/') : text)
    const contents = page.map(
      (one) =>
        `<Contents><Key>${encode(one)}</Key><LastModified>2026-03-02T10:00:00.000Z</LastModified><ETag>${etag(objects[one] ?? '').replaceAll('"', '&quot;')}</ETag><Size>${Buffer.byteLength(objects[one] ?? '')}</Size></Contents>`,
    )
    const prefixes = after
      ? []
      : [...folders].map((one) => `<CommonPrefixes><Prefix>${encode(one)}</Prefix></CommonPrefixes>`)
    const isTruncated = rest.length > pageSize
    const next = isTruncated
      ? `<NextMarker>${encode(page.at(-1) ?? '')}</NextMarker><NextContinuationToken>${page.at(-1)}</NextContinuationToken>`
      : ''
    response.writeHead(200, { 'content-type': 'application/xml' })
    return response.end(
      `<?xml version="1.0"?><ListBucketResult><Name>bucket</Name><Prefix>${encode(prefix)}</Prefix>${isEncoded ? '<EncodingType>url</EncodingType>' : ''}<IsTruncated>${isTruncated}</IsTruncated>${next}${contents.join('')}${prefixes.join('')}</ListBucketResult>`,
    )
  }, options)
  return Object.assign(state, server)
}
