import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from './free-port.ts'

/** Where Debian's package puts it. */
export const mediawikiFolder = '/usr/share/mediawiki'

/** Installs a MediaWiki that everybody can edit, and serves it with PHP's own server. */
export async function startMediawiki(folder: string) {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const data = join(folder, 'data')
  await mkdir(data)
  const database = ['--dbtype', 'sqlite', '--dbpath', data, '--dbname', 'wiki']
  const site = ['--server', url, '--scriptpath', '', '--confpath', folder, '--pass', 's3cret-Passw0rd']
  const install = [`${mediawikiFolder}/maintenance/install.php`, ...database, ...site, 'Handbook', 'Admin']
  await promisify(execFile)('php', install)
  const configuration = join(folder, 'LocalSettings.php')
  const rights = ['edit', 'createpage', 'delete', 'move', 'suppressredirect', 'noratelimit']
  await appendFile(
    configuration,
    `\n${rights.map((right) => `$wgGroupPermissions['*']['${right}'] = true;`).join('\n')}
$wgGroupPermissions['*']['read'] = !file_exists( '${folder}/denied' );
$wgMainCacheType = CACHE_NONE;
$wgParserCacheType = CACHE_NONE;
$wgJobRunRate = 0;
`,
  )
  let server: ChildProcess | undefined
  const start = async () => {
    const args = ['-d', 'display_errors=0', '-d', 'opcache.enable_cli=1', '-S', `127.0.0.1:${port}`]
    server = spawn('php', [...args, '-t', mediawikiFolder], {
      env: { PATH: process.env.PATH, MW_CONFIG_FILE: configuration, PHP_CLI_SERVER_WORKERS: '4' },
      stdio: ['ignore', 'ignore', 'pipe'],
      // Its workers end with the group.
      detached: true,
    })
    await untilStarted(server)
  }
  await start()

  return {
    host: `127.0.0.1:${port}`,
    apiUrl: `${url}/api.php`,
    start,
    async stop() {
      if (!server?.pid || server.exitCode !== null || server.signalCode !== null) return
      const exited = once(server, 'exit')
      process.kill(-server.pid, 'SIGKILL')
      await exited
    },
    /** Changes the wiki through its API, as somebody who is not signed in. */
    async change(action: 'edit' | 'move' | 'delete', parameters: Record<string, string>): Promise<void> {
      const body = new URLSearchParams({ action, format: 'json', formatversion: '2', token: '+\\', ...parameters })
      const response = await fetch(`${url}/api.php`, { method: 'POST', body })
      const answer = (await response.json()) as { error?: { info: string } }
      if (answer.error) throw new Error(`${action}: ${answer.error.info}`)
    },
  }
}

function untilStarted(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let log = ''
    server.once('error', reject)
    server.once('exit', () => reject(new Error(`PHP ended: ${log}`)))
    server.stderr?.on('data', (text: Buffer) => {
      log = (log + text).slice(-4000)
      if (log.includes('Development Server')) resolve()
    })
  })
}
