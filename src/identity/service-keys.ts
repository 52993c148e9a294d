import { randomBytes } from 'node:crypto'
import { exportJWK, generateKeyPair, type JWK } from 'jose'
import type { Database } from '../storage/database.ts'

/** The keys that the service generates at its first start. */
export interface ServiceKeys {
  /** Signs ID tokens. */
  signing: { keys: JWK[] }
  /** Signs cookies and the tokens in forms. */
  cookies: string[]
}

/** Loads the keys, or generates them; nodes that start at once end up with the same keys. */
export async function loadServiceKeys(database: Database): Promise<ServiceKeys> {
  const read = async () => {
    const row = await database.unrestricted
      .selectFrom('service_value')
      .select('value')
      .where('name', '=', 'keys')
      .executeTakeFirst()
    return row?.value as ServiceKeys | undefined
  }
  const existing = await read()
  if (existing) return existing
  await database.unrestricted
    .insertInto('service_value')
    .values({ name: 'keys', value: JSON.stringify(await generateKeys()) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const stored = await read()
  if (!stored) throw new Error('The service keys could not be stored')
  return stored
}

async function generateKeys(): Promise<ServiceKeys> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const kid = randomBytes(8).toString('hex')
  return {
    signing: { keys: [{ ...(await exportJWK(privateKey)), kid, alg: 'RS256', use: 'sig' }] },
    cookies: [randomBytes(32).toString('base64url')],
  }
}
