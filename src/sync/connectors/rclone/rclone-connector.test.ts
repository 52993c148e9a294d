import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { connectorDeps, type Listed, listChanges, temporaryFolder } from '../../../../test/support/connector-deps.ts'
import { type ServedProtocol, serveWithRclone } from '../../../../test/support/rclone-serve.ts'
import { startBucket } from '../../../../test/support/s3-server.ts'
import { parseRcloneConfig } from './rclone-config.ts'
import { rcloneConnector } from './rclone-connector.ts'

function write(folder: string, files: Record<string, string>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
}

async function serve(protocol: ServedProtocol) {
  const folder = await temporaryFolder()
  const { config, host, stop } = await serveWithRclone(protocol, folder)
  onTestFinished(stop)
  const deps = await connectorDeps({ allow: [host] })
  const read = async (settings: object = {}): Promise<Listed> => {
    const reader = await rcloneConnector.connect({ config, ...settings }, deps)
    try {
      return await listChanges(reader)
    } finally {
      await reader.close()
    }
  }
  return { folder, config, deps, read, stop }
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
    const { folder, read, stop, config } = await serve(protocol)
    write(folder, { 'a.md': 'a' })
    await read()
    await stop()
    const error = await read().catch((one: Error) => one)
    expect(error).toMatchObject({ name: 'OriginError' })
    expect(String(error)).not.toContain('s3cret')
    const secret = /pass = (\S+)/.exec(config)?.[1] ?? 'none'
    for (const root of ['/dev/shm', '/tmp'].filter((path) => readdirSync(path).length > 0)) {
      for (const name of readdirSync(root).filter((one) => one.startsWith('lorewell-'))) {
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
    'type = azureblob\nuse_az = true',
    'type = azureblob\nconnection_string = AccountName=a;EndpointSuffix=internal',
    'type = oos\nprovider = instance_principal_auth',
    'type = http\nhost_of_url = 127.0.0.1\nurl = http://%(host_of_url)s/',
    'type = zoho\nregion = com@127.0.0.1/',
    'type = azureblob\naccount = 127.0.0.1/#',
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
    'type = s3\nendpoint = LOCALHOST',
    'type = s3\nuse_accelerate_endpoint = localhost',
    'type = pcloud\nhostname = 127.0.0.1:8443',
    'type = storj\nsatellite_address = 12abc@127.0.0.1:7777',
    'type = filescom\nsite = 10.0.0.1',
    'type = webdav\nurl = http://exa mple.com/',
    'type = gcs\nservice_account_credentials = {"token_uri": "http:\\u002f\\u002f127.0.0.1/token"}',
  ])('does not reach into the own network: %j', async (config) => {
    await expect(rcloneConnector.connect({ config }, await connectorDeps())).rejects.toThrow('SYNC_ALLOW')
  })
})
