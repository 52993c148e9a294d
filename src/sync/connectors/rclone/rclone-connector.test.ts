import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { dirname, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { connectorDeps, type Listed, listChanges, temporaryFolder } from '../../../../test/support/connector-deps.ts'
import { freePort } from '../../../../test/support/free-port.ts'
import { startOriginServer } from '../../../../test/support/origin-server.ts'
import { parseRcloneConfig } from './rclone-config.ts'
import { rcloneConnector } from './rclone-connector.ts'

function write(folder: string, files: Record<string, string>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
}

/** Serves a folder with rclone's own server. */
async function serve(protocol: 'webdav' | 'sftp') {
  const folder = await temporaryFolder()
  const port = await freePort()
  const password = 's3cret-password'
  const child = spawn(
    'rclone',
    [
      'serve',
      protocol,
      '--addr',
      `127.0.0.1:${port}`,
      '--user',
      'ada',
      '--pass',
      password,
      '--dir-cache-time',
      '0',
      folder,
    ],
    { stdio: 'ignore', env: { PATH: process.env.PATH, HOME: await temporaryFolder() } },
  )
  onTestFinished(() => void child.kill())
  await expect.poll(() => canConnect(port), { interval: 50 }).toBe(true)
  const obscured = execFileSync('rclone', ['obscure', password], { encoding: 'utf8' }).trim()
  const config =
    protocol === 'webdav'
      ? `[files]\ntype = webdav\nurl = http://127.0.0.1:${port}\nvendor = other\nuser = ada\npass = ${obscured}`
      : `type = sftp\nhost = 127.0.0.1\nport = ${port}\nuser = ada\npass = ${obscured}\nshell_type = none\ndisable_hashcheck = true`
  const deps = await connectorDeps({ allow: [`127.0.0.1:${port}`] })
  const read = async (settings: object = {}): Promise<Listed> => {
    const reader = await rcloneConnector.connect({ config, ...settings }, deps)
    try {
      return await listChanges(reader)
    } finally {
      await reader.close()
    }
  }
  return { folder, config, deps, read, child }
}

function canConnect(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('connect', () => socket.destroy())
    socket.once('error', () => resolve(false))
  })
}

describe.each(['webdav', 'sftp'] as const)('a store over %s', (protocol) => {
  it('is listed and read, with changes, renames and deletions', async () => {
    const { folder, read } = await serve(protocol)
    write(folder, { 'a.md': '# A', 'sub/ü #1 [x]%20.md': 'odd name', 'sub/pic.png': 'x' })
    const first = await read({ webUrl: 'https://files.test/{path}' })
    expect(first.texts).toEqual({ 'a.md': '# A', 'sub/ü #1 [x]%20.md': 'odd name' })
    expect(first.isComplete).toBe(true)
    expect(first.items.get('sub/ü #1 [x]%20.md')).toMatchObject({
      title: 'ü #1 [x]%20',
      url: 'https://files.test/sub/%C3%BC%20%231%20%5Bx%5D%2520.md',
    })
    const again = await read({ webUrl: 'https://files.test/{path}' })
    const versions = (listed: Listed) => [...listed.items.values()].map((item) => `${item.id} ${item.version}`).sort()
    expect(versions(again)).toEqual(versions(first))
    write(folder, { 'a.md': '# A changed' })
    renameSync(join(folder, 'sub'), join(folder, 'renamed'))
    const changed = await read({ webUrl: 'https://files.test/{path}' })
    expect(changed.texts).toEqual({ 'a.md': '# A changed', 'renamed/ü #1 [x]%20.md': 'odd name' })
    expect(changed.items.get('a.md')?.version).not.toBe(first.items.get('a.md')?.version)
    rmSync(join(folder, 'renamed'), { recursive: true })
    expect(Object.keys((await read()).texts)).toEqual(['a.md'])
  })

  it('is read below a path', async () => {
    const { folder, read } = await serve(protocol)
    write(folder, { 'a.md': 'a', 'docs/b.md': 'b', 'docs/deep/c.md': 'c' })
    expect((await read({ path: 'docs' })).texts).toEqual({ 'b.md': 'b', 'deep/c.md': 'c' })
  })

  it('removes nothing when it is down, and leaves no secret behind', async () => {
    const { folder, read, child, config } = await serve(protocol)
    write(folder, { 'a.md': 'a' })
    await read()
    const gone = new Promise((resolve) => child.once('exit', resolve))
    child.kill()
    await gone
    const error = await read().catch((one: Error) => one)
    expect(error).toMatchObject({ name: 'OriginError' })
    expect(String(error)).not.toContain('s3cret')
    const secret = /pass = (\S+)/.exec(config)?.[1] ?? 'none'
    for (const root of ['/dev/shm', '/tmp'].filter((path) => readdirSync(path).length > 0)) {
      for (const name of readdirSync(root).filter((one) => /^lorewell-[A-Za-z0-9]{6}$/.test(one))) {
        const path = join(root, name, 'rclone.conf')
        let content = ''
        try {
          content = readFileSync(path, 'utf8')
        } catch {}
        expect(content).not.toContain(secret)
      }
    }
  })

  it('skips a large file and is refused where the network rules forbid its host', async () => {
    const { folder, read, config } = await serve(protocol)
    write(folder, { 'big.txt': 'x'.repeat(1_100_000) })
    expect((await read()).texts).toEqual({ 'big.txt': 'skipped: larger than 1 MB' })
    await expect(rcloneConnector.connect({ config }, await connectorDeps())).rejects.toThrow('SYNC_ALLOW')
  })
})

describe('a store over S3', () => {
  it('is listed with the hashes that the store sends, page by page', async () => {
    const objects: Record<string, string> = { 'a.md': 'first', 'docs/b c.md': 'second', 'docs/d.md': 'third' }
    const server = await startBucket(objects)
    const deps = await connectorDeps({ allow: [server.host] })
    const config = `type = s3\nprovider = Other\nendpoint = ${server.url}\naccess_key_id = key\nsecret_access_key = secret\nforce_path_style = true`
    const read = async () => {
      const reader = await rcloneConnector.connect({ config, path: 'bucket' }, deps)
      return listChanges(reader).finally(() => reader.close())
    }
    const first = await read()
    expect(first.texts).toEqual(objects)
    objects['a.md'] = 'fi5st'
    const second = await read()
    expect(second.items.get('a.md')?.version).not.toBe(first.items.get('a.md')?.version)
    expect(second.items.get('docs/d.md')?.version).toBe(first.items.get('docs/d.md')?.version)
    expect(server.requests.some((request) => request.includes('AWS4'))).toBe(false)
  })
})

/** Answers as S3 does for what rclone asks: Debian's rclone is older than its own S3 server. */
async function startBucket(objects: Record<string, string>) {
  const { createHash } = await import('node:crypto')
  const etag = (text: string) => `"${createHash('md5').update(text).digest('hex')}"`
  return startOriginServer((request, response) => {
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
    const page = rest.slice(0, 1)
    const isEncoded = url.searchParams.get('encoding-type') === 'url'
    const encode = (text: string) => (isEncoded ? encodeURIComponent(text).replaceAll('%2F', '/') : text)
    const contents = page.map(
      (one) =>
        `<Contents><Key>${encode(one)}</Key><LastModified>2026-03-02T10:00:00.000Z</LastModified><ETag>${etag(objects[one] ?? '').replaceAll('"', '&quot;')}</ETag><Size>${Buffer.byteLength(objects[one] ?? '')}</Size></Contents>`,
    )
    const prefixes = after
      ? []
      : [...folders].map((one) => `<CommonPrefixes><Prefix>${encode(one)}</Prefix></CommonPrefixes>`)
    const isTruncated = rest.length > 1
    const next = isTruncated
      ? `<NextMarker>${encode(page[0] ?? '')}</NextMarker><NextContinuationToken>${page[0]}</NextContinuationToken>`
      : ''
    response.writeHead(200, { 'content-type': 'application/xml' })
    return response.end(
      `<?xml version="1.0"?><ListBucketResult><Name>bucket</Name><Prefix>${encode(prefix)}</Prefix>${isEncoded ? '<EncodingType>url</EncodingType>' : ''}<IsTruncated>${isTruncated}</IsTruncated>${next}${contents.join('')}${prefixes.join('')}</ListBucketResult>`,
    )
  })
}

describe('the configuration of rclone', () => {
  it.each([
    'type = local',
    'type = alias\nremote = /etc',
    'type = union\nupstreams = /etc',
    'type = crypt\nremote = /etc',
    'type = webdav\nbearer_token_command = touch /tmp/x',
    'type = sftp\nhost = example.com\nkey_file = /etc/ssh/key',
    'type = sftp\nhost = example.com\nssh = sh -c x',
    'type = s3\nenv_auth = true',
    'type = s3\nshared_credentials_file = /root/.aws/credentials',
    'type = gcs\nservice_account_file = /etc/x.json',
    '[a]\ntype = webdav\n[b]\ntype = local',
    'nonsense',
    '',
  ])('refuses %j', (config) => {
    expect(() => parseRcloneConfig(config)).toThrow()
  })

  it.each([
    'type = webdav\nurl = http://169.254.169.254/',
    'type = sftp\nhost = localhost',
    'type = s3\nendpoint = 10.0.0.1:9000',
    'type = ftp\nhost = 127.0.0.1\nport = 2121',
  ])('does not reach into the own network: %j', async (config) => {
    await expect(rcloneConnector.connect({ config }, await connectorDeps())).rejects.toThrow('SYNC_ALLOW')
  })
})
