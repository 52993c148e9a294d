import { type Connector, type ConnectorDeps, type OriginChange, OriginError, type OriginItem } from '../../connector.ts'
import { encodePath, fileContent, idFromPath, titleFromPath, tooLarge, versionOf } from '../file-item.ts'
import { createPathFilter, type PathFilter } from '../path-filter.ts'
import { ProgramError } from '../run-program.ts'
import { type GitClone, type GitFile, openClone } from './git-clone.ts'
import { openRemote, parseRemoteUrl } from './git-remote.ts'
import { type GitSettings, gitSettings } from './git-settings.ts'

/** Reads the files of one branch of a Git repository with the machine's own `git`. */
export const gitConnector: Connector<GitSettings> = {
  kind: 'git',
  name: 'Git repository',
  description: 'Documents in a branch of a Git repository, over https, ssh or from a folder.',
  settings: gitSettings,
  secrets: ['token', 'sshKey'],

  async connect(settings, deps) {
    const remote = await openRemote(settings, deps)
    const secrets = [settings.token, settings.sshKey].flatMap((secret) => (secret ? [secret] : []))
    try {
      const clone = await explainErrors(secrets, () => openClone(remote, deps))
      const branch = settings.branch || (await explainErrors(secrets, clone.defaultBranch))
      return {
        changes: (cursor) => explainStream(secrets, listChanges({ clone, branch, settings, deps, secrets }, cursor)),
        close: remote.close,
      }
    } catch (error) {
      await remote.close()
      throw error
    }
  },
}

interface Listing {
  clone: GitClone
  branch: string
  settings: GitSettings
  secrets: readonly string[]
  deps: ConnectorDeps
}

async function* listChanges(listing: Listing, cursor: string | undefined): AsyncGenerator<OriginChange> {
  const { clone, branch, settings } = listing
  const filter = createPathFilter(settings)
  const commit = await clone.fetchBranch(branch)
  const choice = versionOf(settings.url, branch, settings.folder, settings.files, settings.webUrl)
  const newCursor = `${commit}.${choice}`
  if (cursor === newCursor) return yield { kind: 'end', isComplete: false, cursor: newCursor }
  const [previous = '', previousChoice] = (cursor ?? '').split('.')
  // After a forced push or with other settings, files can be gone that no difference lists.
  const isIncremental = previousChoice === choice && (await isAncestor(clone, previous, commit))
  if (isIncremental) yield* listDifferences(listing, filter, previous, commit)
  else yield* listAll(listing, filter, commit)
  yield { kind: 'end', isComplete: !isIncremental, cursor: newCursor }
}

async function isAncestor(clone: GitClone, older: string, newer: string): Promise<boolean> {
  return /^[0-9a-f]{40,64}$/.test(older) && clone.isAncestor(older, newer)
}

async function* listAll(listing: Listing, filter: PathFilter, commit: string): AsyncGenerator<OriginChange> {
  const files: GitFile[] = []
  for await (const file of listing.clone.files(commit)) if (filter(file.path)) files.push(file)
  yield* toItems(listing, files, commit, commit)
}

async function* listDifferences(
  listing: Listing,
  filter: PathFilter,
  from: string,
  to: string,
): AsyncGenerator<OriginChange> {
  const files: GitFile[] = []
  for await (const { path, blob } of listing.clone.differences(from, to)) {
    if (!filter(path)) continue
    if (blob === undefined) yield { kind: 'removed', id: idFromPath(path) }
    else files.push({ path, blob })
  }
  yield* toItems(listing, files, to, `${from}..${to}`)
}

async function* toItems(
  { clone, branch, settings, secrets, deps }: Listing,
  files: readonly GitFile[],
  commit: string,
  range: string,
): AsyncGenerator<OriginItem> {
  if (files.length === 0) return
  await clone.prefetch(branch, commit, new Set(files.map((file) => file.blob)))
  const times = await clone.commitTimes(range, new Set(files.map((file) => file.path)))
  for (const { path, blob } of files) {
    const url = fileAddress(settings, branch, path)
    const updatedAt = times.get(path) ?? deps.now()
    yield {
      kind: 'item',
      id: idFromPath(path),
      version: versionOf(blob, updatedAt.getTime(), url),
      title: titleFromPath(path),
      url,
      updatedAt,
      async read() {
        const bytes = await explainErrors(secrets, () => clone.read(blob, deps.maxFileBytes))
        if (!bytes) return tooLarge(deps.maxFileBytes)
        if (bytes.subarray(0, 40).toString().startsWith('version https://git-lfs.github.com/')) {
          return { type: 'skipped', reason: 'stored with Git LFS, which is not read' }
        }
        return fileContent(path, bytes)
      },
    }
  }
}

/** Returns the address of a file in the browser, by the usual scheme of the host where none is set. */
export function fileAddress(settings: GitSettings, branch: string, path: string): string {
  const remote = parseRemoteUrl(settings.url)
  if (!settings.webUrl && !remote)
    return `file://${encodePath(settings.url.replace(/^file:\/\//, ''))}/${encodePath(path)}`
  const base = remote ? `https://${remote.host}${remote.pathname.replace(/(?<!\/)(\/?\.git)?\/*$/, '')}` : ''
  const scheme = remote?.hostname.includes('gitlab')
    ? '/-/blob/'
    : remote?.hostname.includes('bitbucket')
      ? '/src/'
      : '/blob/'
  const template = settings.webUrl || `${base}${scheme}{branch}/{path}`
  return template.replaceAll('{branch}', () => encodePath(branch)).replaceAll('{path}', () => encodePath(path))
}

async function explainErrors<T>(secrets: readonly string[], work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw explain(error, secrets)
  }
}

async function* explainStream<T>(secrets: readonly string[], stream: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* stream
  } catch (error) {
    throw explain(error, secrets)
  }
}

/** Turns an error of the program into a sentence for admins that holds no secret. */
function explain(error: unknown, secrets: readonly string[]): unknown {
  if (!(error instanceof ProgramError)) return error
  if (error.isMissing) return new OriginError('The server has no program "git". Ask its operator to install Git.')
  const { stderr } = error
  if (/couldn't find remote ref/.test(stderr)) return new OriginError('The repository has no branch of this name.')
  if (/Permission denied|Host key verification failed/.test(stderr)) {
    return new OriginError('The SSH server refuses the key, or shows another host key than before. Check both.')
  }
  const reason = /(?:fatal|error): (.*)/.exec(stderr)?.[1] ?? `status ${error.exitCode}`
  const safe = secrets.reduce((text, secret) => text.replaceAll(secret, '…'), reason)
  return new OriginError(`Git could not read the repository: ${safe.slice(0, 300)}.`)
}
