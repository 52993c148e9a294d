import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { readConfig } from '../../src/config.ts'

const project = fileURLToPath(new URL('../..', import.meta.url))
const read = (path: string) => readFileSync(`${project}/${path}`, 'utf8')
const configuration = read('docs/configuration.md')
/** Understood by Node, glibc or PostgreSQL's image rather than by the service. */
const foreign = /^(NODE_ENV|MALLOC_\w+|POSTGRES_\w+)$/
const unknownSettings = (names: string[]) =>
  names.filter((name) => !foreign.test(name) && !configuration.includes(`\`${name}\``))

describe('the image', () => {
  const dockerfile = read('Dockerfile')
  const json = (instruction: string) =>
    JSON.parse(new RegExp(`^${instruction} (\\[.*\\])$`, 'm').exec(dockerfile)?.[1] ?? '[]') as string[]

  test('starts the service as npm start does, with settings that exist', () => {
    const start = JSON.parse(read('package.json')).scripts.start as string
    expect(start).toContain(
      json('ENTRYPOINT')
        .concat(json('CMD'))
        .join(' ')
        .replace(/ start.*/, ' start'),
    )
    const environment = [...dockerfile.matchAll(/^ENV (.+)$/gm)].flatMap(([, line]) => (line as string).split(' '))
    expect(unknownSettings(environment.map((pair) => pair.split('=')[0] as string))).toEqual([])
    expect(() => readConfig(Object.fromEntries(environment.map((pair) => pair.split('='))))).not.toThrow()
  })

  test('copies nothing from the build but the unpacked npm package and its dependencies', () => {
    expect(
      [...dockerfile.matchAll(/^COPY --from=build \S* ?(\S+) (\S+)$/gm)].map(([, from, to]) => [from, to]),
    ).toEqual([['/app', './']])
    expect(dockerfile).toContain('npm pack')
    const { files } = JSON.parse(read('package.json'))
    expect(files).toEqual(expect.arrayContaining(['bin', 'dist', 'web/dist', 'sample']))
  })

  test('its health check ends with 0 only for a service that is ready', async () => {
    const [program = '', ...args] = /CMD (\["node", "-e".*\])$/m.exec(dockerfile)?.[1]
      ? (JSON.parse(/CMD (\["node", "-e".*\])$/m.exec(dockerfile)?.[1] as string) as string[])
      : []
    const { status } = spawnSync(program, args, { env: { ...process.env, PORT: '1' } })
    expect(status).toBe(1)
  })

  test('secrets, data and caches stay out of the build context', () => {
    const ignored = read('.dockerignore').split('\n')
    const sensitive = ['**/secrets', '**/*.env', '**/*.backup', 'data', '.git', 'node_modules']
    expect(ignored).toEqual(expect.arrayContaining(sensitive))
  })
})

describe('the compose file', () => {
  const { services, secrets, volumes } = parse(read('deploy/compose.yaml'))

  test('names settings, secrets, volumes and a build folder that exist', () => {
    expect(unknownSettings(Object.keys(services.lorewell.environment))).toEqual([])
    expect(existsSync(`${project}/deploy/${services.lorewell.build}/Dockerfile`)).toBe(true)
    for (const service of Object.values<{ secrets: string[]; volumes: string[] }>(services)) {
      for (const name of service.secrets) expect(secrets).toHaveProperty([name])
      for (const volume of service.volumes) expect(volumes).toHaveProperty([volume.split(':')[0] as string])
    }
  })

  test('runs without privileges and listens on this machine only', () => {
    expect(services.lorewell).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
    })
    for (const port of services.lorewell.ports) expect(port).toMatch(/^127\.0\.0\.1:/)
  })
})

describe('the systemd unit', () => {
  const unit = read('deploy/lorewell.service')

  test('starts the installed package with settings that exist', () => {
    const variables = [...unit.matchAll(/^Environment=(.+)$/gm)].flatMap(([, line]) => (line as string).split(' '))
    expect(unknownSettings(variables.map((pair) => pair.split('=')[0] as string))).toEqual([])
    expect(unit).toMatch(/^ExecStart=.*\/node_modules\/lorewell\/bin\/lorewell\.js start$/m)
    expect(existsSync(`${project}/bin/lorewell.js`)).toBe(true)
  })

  test('is installed by the command of the guide', () => {
    const install = /^ +(.*npm install --prefix .*)$/m.exec(read('docs/deployment.md'))?.[1]
    expect(install).toContain('./lorewell-VERSION.tgz')
    expect(unit).toContain(`#   ${install}\n`)
  })

  const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0
  test.skipIf(!hasSystemd)('systemd-analyze finds nothing to complain about', () => {
    const { status, stdout, stderr } = spawnSync('systemd-analyze', ['verify', `${project}/deploy/lorewell.service`], {
      encoding: 'utf8',
    })
    expect({ status, output: stdout + stderr }).toEqual({ status: 0, output: '' })
  })
})
