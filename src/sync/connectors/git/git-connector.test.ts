import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { connectorDeps, listChanges, temporaryFolder } from '../../../../test/support/connector-deps.ts'
import { freePort } from '../../../../test/support/free-port.ts'
import { createRepository, serveRepositories } from '../../../../test/support/git-repository.ts'
import type { ConnectorDeps } from '../../connector.ts'
import { fileAddress, gitConnector } from './git-connector.ts'
import { type GitSettings, gitSettings } from './git-settings.ts'

const handbook = { 'README.md': '# Acme', 'docs/leave.md': '# Leave', 'src/main.ts': 'export {}', 'logo.png': 'x' }

async function servedHandbook(options: { password?: string } = {}) {
  const root = await temporaryFolder()
  const repository = createRepository(join(root, 'handbook'))
  repository.commit(handbook, '2026-01-05T08:00:00Z')
  const server = await serveRepositories(root, options)
  const deps = await connectorDeps({ allow: [server.host] })
  return { repository, server, deps, settings: { url: `${server.url}/handbook/.git` } }
}

async function sync(settings: GitSettings, deps: ConnectorDeps, cursor?: string) {
  const reader = await gitConnector.connect(gitSettings.parse(settings), deps)
  try {
    return await listChanges(reader, cursor)
  } finally {
    await reader.close()
  }
}

describe('a Git repository over http', () => {
  it('is read at first as a whole: documents with text, date and address', async () => {
    const { repository, deps, settings, server } = await servedHandbook()
    repository.commit({ 'docs/leave.md': '# Leave\n\n30 days' }, '2026-02-01T09:30:00Z')
    const first = await sync(settings, deps)
    expect(first.texts).toEqual({ 'README.md': '# Acme', 'docs/leave.md': '# Leave\n\n30 days' })
    expect(first.isComplete).toBe(true)
    const leave = first.items.get('docs/leave.md')
    expect(leave).toMatchObject({ title: 'leave', updatedAt: new Date('2026-02-01T09:30:00Z') })
    expect(leave?.url).toBe(`https://${server.host}/handbook/blob/main/docs/leave.md`)
    expect(first.items.get('README.md')?.updatedAt).toEqual(new Date('2026-01-05T08:00:00Z'))
  })

  it('downloads the contents of all documents together, and none of other files', async () => {
    const { repository, deps, settings, server } = await servedHandbook()
    repository.commit(Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`notes/${n}.md`, `Note ${n}`])))
    const first = await sync(settings, deps)
    expect(Object.keys(first.texts)).toHaveLength(42)
    expect(server.requests.filter((request) => request.startsWith('POST')).length).toBeLessThan(8)
    const blob = repository.git('rev-parse', 'HEAD:logo.png').trim()
    const clone = join(deps.cacheDirectory, 'repository.git')
    const objects = execFileSync('git', [
      '--git-dir',
      clone,
      'rev-list',
      '--objects',
      '--missing=print',
      'synced^{tree}',
    ])
    expect(objects.toString()).toContain(`?${blob}`)
  })

  it('lists nothing when nothing changed', async () => {
    const { deps, settings } = await servedHandbook()
    const first = await sync(settings, deps)
    const second = await sync(settings, deps, first.cursor)
    expect([...second.items.keys(), ...second.removed]).toEqual([])
    expect(second).toMatchObject({ isComplete: false, cursor: first.cursor })
  })

  it('then lists only changes, additions, renames and deletions', async () => {
    const { repository, deps, settings } = await servedHandbook()
    repository.commit({ 'old.md': 'old' })
    const first = await sync(settings, deps)
    repository.commit({ 'README.md': '# Acme Inc.', 'new ü.md': 'new', 'logo.png': 'y' })
    repository.git('mv', 'docs/leave.md', 'docs/holidays.md')
    repository.commit({ 'old.md': null })
    const second = await sync(settings, deps, first.cursor)
    expect(second.texts).toEqual({ 'README.md': '# Acme Inc.', 'new ü.md': 'new', 'docs/holidays.md': '# Leave' })
    expect(second.removed.sort()).toEqual(['docs/leave.md', 'old.md'])
    expect(second.isComplete).toBe(false)
    expect(second.items.get('README.md')?.version).not.toBe(first.items.get('README.md')?.version)
  })

  it('is listed as a whole after a forced push, a lost cache, or other settings', async () => {
    const { repository, deps, settings } = await servedHandbook()
    const first = await sync(settings, deps)
    repository.git('checkout', '--quiet', '--orphan', 'fresh')
    repository.git('rm', '--quiet', '-rf', '.')
    repository.commit({ 'other.md': 'other' })
    repository.git('branch', '--force', 'main', 'fresh')
    const forced = await sync(settings, deps, first.cursor)
    expect(forced).toMatchObject({ isComplete: true, texts: { 'other.md': 'other' } })
    const elsewhere = { ...deps, cacheDirectory: await temporaryFolder() }
    expect(await sync(settings, elsewhere, first.cursor)).toMatchObject({ isComplete: true })
    const filtered = await sync({ ...settings, files: '*.txt' }, deps, forced.cursor)
    expect(filtered).toMatchObject({ isComplete: true, texts: {} })
  })

  it('goes on after an outage from the same cursor', async () => {
    const { repository, deps, settings, server } = await servedHandbook()
    const first = await sync(settings, deps)
    repository.commit({ 'later.md': 'later' })
    server.isDown = true
    await expect(sync(settings, deps, first.cursor)).rejects.toMatchObject({ name: 'OriginError' })
    server.isDown = false
    expect((await sync(settings, deps, first.cursor)).texts).toEqual({ 'later.md': 'later' })
  })

  it('is read again when its clone was interrupted', async () => {
    const { deps, settings } = await servedHandbook()
    await sync(settings, deps)
    const objects = join(deps.cacheDirectory, 'repository.git', 'objects', 'pack')
    for (const name of readdirSync(objects)) if (name.endsWith('.pack')) writeFileSync(join(objects, name), 'cut off')
    await expect(sync(settings, deps)).resolves.toMatchObject({ texts: { 'README.md': '# Acme' } })
  })

  it('is read from a branch and a folder', async () => {
    const { repository, deps, settings } = await servedHandbook()
    repository.git('checkout', '--quiet', '-b', 'feature/x')
    repository.commit({ 'docs/x.md': 'x' })
    const listed = await sync({ ...settings, branch: 'feature/x', folder: 'docs' }, deps)
    expect(Object.keys(listed.texts)).toEqual(['docs/leave.md', 'docs/x.md'])
    await expect(sync({ ...settings, branch: 'missing' }, deps)).rejects.toThrow('no branch of this name')
  })

  it('needs its token, which appears in no file and no message', async () => {
    const { deps, settings } = await servedHandbook({ password: 's3cret-token' })
    await expect(sync(settings, deps)).rejects.toThrow('refuses access')
    const wrong = await sync({ ...settings, token: 'wr0ng-token' }, deps).catch((error: Error) => error)
    expect(String(wrong)).toContain('refuses access')
    expect(String(wrong)).not.toContain('wr0ng')
    expect((await sync({ ...settings, token: 's3cret-token' }, deps)).texts).toHaveProperty('README.md')
    const files = readdirSync(deps.cacheDirectory, { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    )
    const encoded = Buffer.from('git:s3cret-token').toString('base64')
    for (const { parentPath, name } of files) {
      const content = readFileSync(join(parentPath, name), 'latin1')
      expect(content.includes('s3cret-token') || content.includes(encoded), name).toBe(false)
    }
  })

  it('skips files that are too large or stored with LFS, and follows no links', async () => {
    const { repository, deps, settings } = await servedHandbook()
    symlinkSync('/etc/passwd', join(repository.folder, 'passwd.md'))
    repository.commit({
      'big.txt': 'x'.repeat(2_000_000),
      'slides.pptx': 'version https://git-lfs.github.com/spec/v1\noid sha256:1\nsize 5\n',
    })
    const { texts } = await sync(settings, deps)
    expect(texts['big.txt']).toBe('skipped: larger than 1 MB')
    expect(texts['slides.pptx']).toMatch(/^skipped: .*LFS/)
    expect(texts).not.toHaveProperty('passwd.md')
  })

  it('gives a file with a long path a short id', async () => {
    const { repository, deps, settings } = await servedHandbook()
    const path = `${'folder/'.repeat(45)}a.md`
    repository.commit({ [path]: 'deep' })
    const first = await sync(settings, deps)
    const id = Object.keys(first.texts).find((one) => one.startsWith('folder/')) ?? ''
    expect(id).toHaveLength(256)
    repository.commit({ [path]: null })
    expect((await sync(settings, deps, first.cursor)).removed).toEqual([id])
  })

  it('is not reached where the network rules forbid it', async () => {
    const { settings, server } = await servedHandbook()
    await expect(sync(settings, await connectorDeps())).rejects.toThrow('public address')
    expect(server.requests).toEqual([])
  })

  it('ends its programs when the run is cancelled', async () => {
    const { deps, settings } = await servedHandbook()
    const controller = new AbortController()
    const reader = await gitConnector.connect(gitSettings.parse(settings), { ...deps, signal: controller.signal })
    controller.abort(new Error('cancelled'))
    await expect(listChanges(reader)).rejects.toThrow('cancelled')
    await reader.close()
  })
})

describe('a Git repository in a folder', () => {
  it('is read where the operator allows the folder', async () => {
    const root = await temporaryFolder()
    const repository = createRepository(join(root, 'open', 'handbook'))
    repository.commit(handbook)
    const deps = await connectorDeps({ allowedFolders: [join(root, 'open')] })
    const { texts } = await sync({ url: repository.folder }, deps)
    expect(texts).toEqual({ 'README.md': '# Acme', 'docs/leave.md': '# Leave' })
  })

  it('is refused elsewhere, also behind a link, with the same words as one that does not exist', async () => {
    const root = await temporaryFolder()
    const hidden = createRepository(join(root, 'hidden'))
    hidden.commit(handbook)
    mkdirSync(join(root, 'open'))
    symlinkSync(hidden.folder, join(root, 'open', 'link'))
    const deps = await connectorDeps({ allowedFolders: [join(root, 'open')] })
    for (const url of [hidden.folder, `${root}/open/../hidden`, join(root, 'open', 'link'), join(root, 'none')]) {
      await expect(sync({ url }, deps), url).rejects.toThrow(`${url} is not a folder that this server can read`)
    }
  })

  it('runs no hooks and no programs that its configuration names', async () => {
    const root = await temporaryFolder()
    const repository = createRepository(join(root, 'handbook'))
    repository.commit(handbook)
    const proof = join(root, 'ran')
    repository.git('config', 'uploadpack.packObjectsHook', `touch ${proof}; false`)
    repository.git('config', 'core.fsmonitor', `touch ${proof}`)
    const deps = await connectorDeps({ allowedFolders: [root] })
    expect((await sync({ url: repository.folder }, deps)).texts).toHaveProperty('README.md')
    expect(existsSync(proof)).toBe(false)
  })
})

describe('a Git repository over ssh', () => {
  it('is read with a key, and only from a host whose key stays the same', async () => {
    const root = await temporaryFolder()
    const repository = createRepository(join(root, 'handbook'))
    repository.commit(handbook)
    const server = await startSshServer(root)
    const deps = await connectorDeps({ allow: [server.host] })
    const settings = {
      url: `ssh://${userInfo().username}@${server.host}${repository.folder}`,
      sshKey: server.clientKey,
    }
    expect((await sync(settings, deps)).texts).toHaveProperty('README.md')
    const other = await startSshServer(root, { port: server.port, stop: server.stop })
    await expect(sync({ ...settings, sshKey: other.clientKey }, deps)).rejects.toThrow('another host key')
    expect(
      (await sync({ ...settings, sshKey: other.clientKey, sshHostKeys: other.knownHosts }, deps)).texts,
    ).toHaveProperty('README.md')
  })
})

describe('the settings of a Git repository', () => {
  it.each([
    '--upload-pack=touch /tmp/x',
    'ext::sh -c touch',
    'ssh://-oProxyCommand=x/y',
    '-oProxyCommand=x:y',
    'git://host/path',
    'relative/path',
  ])('refuse the address %s', async (url) => {
    const parsed = gitSettings.safeParse({ url })
    if (!parsed.success) return
    await expect(gitConnector.connect(parsed.data, await connectorDeps())).rejects.toMatchObject({
      name: 'OriginError',
    })
  })

  it.each(['-x', 'a..b', 'a b', 'a:b', '../x', 'a@{1}', 'x/'])('refuse the branch %s', (branch) => {
    expect(gitSettings.safeParse({ url: 'https://example.com/x', branch }).success).toBe(false)
  })

  it('refuse a password within the address', async () => {
    const settings = gitSettings.parse({ url: 'https://ada:pw@example.com/x.git' })
    await expect(gitConnector.connect(settings, await connectorDeps())).rejects.toThrow('their own fields')
  })
})

describe('the web address of a file', () => {
  it.each([
    [{ url: 'https://github.com/acme/handbook.git' }, 'https://github.com/acme/handbook/blob/main/docs/a%20b.md'],
    [{ url: 'git@gitlab.com:acme/handbook.git' }, 'https://gitlab.com/acme/handbook/-/blob/main/docs/a%20b.md'],
    [{ url: '/srv/git/handbook' }, 'file:///srv/git/handbook/docs/a%20b.md'],
    [
      { url: '/srv/x', webUrl: 'https://git.acme.test/{path}?at={branch}' },
      'https://git.acme.test/docs/a%20b.md?at=main',
    ],
  ])('follows from %o', (settings, expected) => {
    expect(fileAddress(settings, 'main', 'docs/a b.md')).toBe(expected)
  })
})

/** Starts OpenSSH's own server for this account, which then runs git-upload-pack. */
async function startSshServer(root: string, { port, stop }: { port?: number; stop?: () => Promise<void> } = {}) {
  await stop?.()
  const folder = await temporaryFolder()
  for (const name of ['host', 'client']) {
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', join(folder, name)])
  }
  const usedPort = port ?? (await freePort())
  const options = {
    ListenAddress: '127.0.0.1',
    Port: usedPort,
    HostKey: join(folder, 'host'),
    AuthorizedKeysFile: join(folder, 'client.pub'),
    StrictModes: 'no',
    PidFile: 'none',
    UsePAM: 'no',
    PermitRootLogin: 'yes',
  }
  if (process.getuid?.() === 0) mkdirSync('/run/sshd', { recursive: true })
  const args = Object.entries(options).flatMap(([name, value]) => ['-o', `${name}=${value}`])
  const server = spawn('/usr/sbin/sshd', ['-D', '-e', '-f', '/dev/null', ...args], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.stderr.on('data', (text: Buffer) => text.includes('Server listening') && resolve())
    server.once('exit', () => reject(new Error('sshd ended')))
  })
  const exited = new Promise<void>((resolve) => server.once('exit', () => resolve()))
  const stopServer = async () => {
    server.kill()
    await exited
  }
  onTestFinished(stopServer)
  return {
    port: usedPort,
    host: `127.0.0.1:${usedPort}`,
    clientKey: readFileSync(join(folder, 'client'), 'utf8'),
    knownHosts: `[127.0.0.1]:${usedPort} ${readFileSync(join(folder, 'host.pub'), 'utf8')}`,
    stop: stopServer,
  }
}
