import { createHash } from 'node:crypto'
import { isIP } from 'node:net'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { sql } from 'kysely'
import { AppError } from '../errors.ts'
import type { Database, Sql } from '../storage/database.ts'
import { type SignInCandidate, toCredentialVersion } from './sign-in-candidate.ts'
import { consumeOnce } from './single-use.ts'

export interface Passkey {
  id: string
  name: string
  createdAt: Date
  lastUsedAt: Date | null
}

interface PasskeyOwner {
  organizationId: string
  memberId: string
  email: string
  name: string
}

interface PasskeyAccount extends Omit<SignInCandidate, 'credentialVersion'> {
  passwordHash: string | null
  publicKey: Buffer
  counter: number
}

/** The WebAuthn options for the browser, and the challenge they contain. */
export interface PasskeyChallenge {
  options: unknown
  challenge: string
}

/** A passkey that a browser created and that was verified. */
export interface VerifiedPasskey {
  id: string
  publicKey: Uint8Array
  counter: number
  transports: readonly string[]
}

export type Passkeys = ReturnType<typeof createPasskeys>

export const challengeTtlMs = 10 * 60_000
const maxPasskeysPerMember = 20

/** Manages passkeys (WebAuthn, https://www.w3.org/TR/webauthn-3/), always with user verification. */
export function createPasskeys({
  database,
  publicUrl,
  now,
}: {
  database: Database
  publicUrl: string
  now: () => Date
}) {
  const { hostname, origin } = new URL(publicUrl)
  const expected = { expectedOrigin: origin, expectedRPID: hostname, requireUserVerification: true }

  // Loaded with the first passkey: its packages are a seventh of the code that a start loads.
  const webauthn = () => import('@simplewebauthn/server')

  /** Returns false if the challenge was used before. */
  const consumeChallenge = (challenge: string): Promise<boolean> => {
    const at = now()
    return consumeOnce(database, { value: challenge, expiresAt: new Date(at.getTime() + challengeTtlMs), now: at })
  }

  async function list({
    organizationId,
    memberId,
  }: Pick<PasskeyOwner, 'organizationId' | 'memberId'>): Promise<Passkey[]> {
    const { rows } = await sql<Passkey>`
      select id, name, created_at as "createdAt", last_used_at as "lastUsedAt" from passkey
      where org_id = ${organizationId} and member_id = ${memberId} order by created_at, id`.execute(
      database.unrestricted,
    )
    return rows
  }

  /** Returns the passkey that the browser created for the challenge, which is used up. Fails if it is not valid. */
  async function verifyRegistration(given: { challenge: string; response: unknown }): Promise<VerifiedPasskey> {
    const { verifyRegistrationResponse } = await webauthn()
    const checked = await verifyRegistrationResponse({
      ...expected,
      expectedChallenge: given.challenge,
      response: given.response as RegistrationResponseJSON,
    }).catch(() => undefined)
    const credential = checked?.verified ? checked.registrationInfo.credential : undefined
    if (!credential || !(await consumeChallenge(given.challenge))) throw passkeyRejected()
    const { id, publicKey, counter, transports = [] } = credential
    return { id, publicKey, counter, transports }
  }

  /** Stores a passkey; fails if it is registered already. */
  async function add(
    { organizationId, memberId }: Pick<PasskeyOwner, 'organizationId' | 'memberId'>,
    name: string,
    { id, publicKey, counter, transports }: VerifiedPasskey,
    store: Sql = database.unrestricted,
  ): Promise<void> {
    const { rows } = await sql`
      insert into passkey (org_id, id, member_id, name, public_key, counter, transports, created_at)
      values (${organizationId}, ${id}, ${memberId}, ${name}, ${Buffer.from(publicKey)}, ${counter},
        ${[...transports]}, ${now()})
      on conflict do nothing returning id`.execute(store)
    if (rows.length === 0) throw passkeyRejected()
  }

  return {
    /** WebAuthn needs a host name: a public URL with an IP address supports no passkeys. */
    isSupported: isIP(hostname.replace(/^\[|\]$/g, '')) === 0,

    list,
    verifyRegistration,
    add,

    async startRegistration(owner: PasskeyOwner): Promise<PasskeyChallenge> {
      const { generateRegistrationOptions } = await webauthn()
      const options = await generateRegistrationOptions({
        rpName: 'Lorewell',
        rpID: hostname,
        userID: createHash('sha256').update(`${owner.organizationId}\n${owner.memberId}`).digest(),
        userName: owner.email,
        userDisplayName: owner.name,
        attestationType: 'none',
        excludeCredentials: (await list(owner)).map(({ id }) => ({ id })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      })
      return { options, challenge: options.challenge }
    },

    async finishRegistration(
      owner: PasskeyOwner,
      given: { name: string; challenge: string; response: unknown },
    ): Promise<void> {
      if ((await list(owner)).length >= maxPasskeysPerMember)
        throw new AppError('validation', `You already have ${maxPasskeysPerMember} passkeys. Remove one first.`)
      await add(owner, given.name, await verifyRegistration(given))
    },

    /** Fails for the last passkey of a member without a password, who could not sign in any more. */
    async remove({ organizationId, memberId }: PasskeyOwner, id: string): Promise<void> {
      const { rows } = await sql`
        delete from passkey p using member m
        where p.org_id = ${organizationId} and p.member_id = ${memberId} and p.id = ${id}
          and m.org_id = p.org_id and m.id = p.member_id
          and (m.password_hash is not null or exists (
            select from passkey other
            where other.org_id = p.org_id and other.member_id = p.member_id and other.id <> p.id))
        returning p.id`.execute(database.unrestricted)
      if (rows.length === 0 && (await list({ organizationId, memberId })).some((passkey) => passkey.id === id))
        throw new AppError(
          'conflict',
          'You have no password, so this passkey is your only way to sign in. Ask an admin for a link to choose a password first.',
        )
    },

    async startAuthentication(): Promise<PasskeyChallenge> {
      const { generateAuthenticationOptions } = await webauthn()
      const options = await generateAuthenticationOptions({ rpID: hostname, userVerification: 'required' })
      return { options, challenge: options.challenge }
    },

    /** Returns the account whose passkey signed the challenge; undefined if the response is not valid. */
    async finishAuthentication(given: { challenge: string; response: unknown }): Promise<SignInCandidate | undefined> {
      const response = given.response as AuthenticationResponseJSON
      if (typeof response?.id !== 'string') return undefined
      const { rows } = await sql<PasskeyAccount>`
        select p.org_id as "organizationId", o.name as "organizationName", p.member_id as "memberId", m.email,
          m.password_hash as "passwordHash", p.public_key as "publicKey", p.counter
        from passkey p join member m on m.org_id = p.org_id and m.id = p.member_id and m.disabled_at is null
        join organization o on o.id = p.org_id
        where p.id = ${response.id}`.execute(database.unrestricted)
      const [found] = rows
      if (!found) return undefined
      const { publicKey, counter, passwordHash, ...account } = found
      const { verifyAuthenticationResponse } = await webauthn()
      const checked = await verifyAuthenticationResponse({
        ...expected,
        expectedChallenge: given.challenge,
        response,
        credential: { id: response.id, publicKey: new Uint8Array(publicKey), counter },
      }).catch(() => undefined)
      if (!checked?.verified || !(await consumeChallenge(given.challenge))) return undefined
      await sql`
        update passkey set counter = ${checked.authenticationInfo.newCounter}, last_used_at = ${now()}
        where org_id = ${account.organizationId} and id = ${response.id}`.execute(database.unrestricted)
      return { ...account, credentialVersion: toCredentialVersion(passwordHash) }
    },
  }
}

/** Deletes every passkey of a member, for example at a password reset: the device can be lost. */
export async function deleteMemberPasskeys(store: Sql, organizationId: string, memberId: string): Promise<void> {
  await sql`delete from passkey where org_id = ${organizationId} and member_id = ${memberId}`.execute(store)
}

function passkeyRejected(): AppError {
  return new AppError('validation', 'The passkey was not accepted. Go back and try again.')
}
