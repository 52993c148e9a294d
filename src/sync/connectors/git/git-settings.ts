import { z } from 'zod'
import { pathSettings } from '../path-filter.ts'
import { accessToken, optionalText, requiredText, webAddress } from '../setting-fields.ts'

export const gitSettings = z.strictObject({
  url: requiredText({
    title: 'Address',
    description: 'https://…, ssh://…, git@host:path, or a folder of the server that its operator allows',
    pattern: /^[^\s-]/,
    message: 'must be an address, such as https://github.com/acme/handbook.git',
  }),
  branch: optionalText({
    title: 'Branch',
    description: "Empty: the repository's default branch",
    maxLength: 250,
    // The rules of git check-ref-format; a leading dash would make an option of it.
    pattern: /^(?![-/.])(?!.*(\.\.|@\{|\/\/))[^\s~^:?*[\\]+(?<![/.])$/,
    message: 'must be the name of a branch',
  }),
  ...pathSettings,
  username: optionalText({
    title: 'User name',
    description: 'For https. Most servers accept any name with a token',
    maxLength: 200,
    pattern: /^[^:]+$/,
    message: 'must have no colon',
  }),
  token: accessToken('For https: an access token that can read the repository'),
  sshKey: optionalText({
    title: 'SSH key',
    description: 'For ssh: a private key without passphrase, such as a deploy key',
    maxLength: 20_000,
    isMultiline: true,
  }),
  sshHostKeys: optionalText({
    title: 'SSH host keys',
    description: "Lines of a known_hosts file. Empty: the host's key is remembered at the first connection",
    maxLength: 20_000,
    isMultiline: true,
  }),
  webUrl: webAddress({
    description: 'Address of a file with {branch} and {path}. Empty: derived from the address of the repository',
  }),
})

export type GitSettings = z.infer<typeof gitSettings>
