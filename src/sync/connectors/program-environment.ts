/** Returns the environment that programs of the machine run in: nothing of the service's own settings and secrets. PATH is the machine's, not a setting. */
export function programEnvironment(home: string): Record<string, string> {
  return { PATH: process.env.PATH ?? '/usr/bin:/bin', HOME: home, LANG: 'C.UTF-8' }
}
