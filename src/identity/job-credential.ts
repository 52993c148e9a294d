import type { IssuedCredential } from '../access/caller.ts'

/** The part of a job's payload that names the credential which asked for the job. */
export interface JobCredential {
  credential?: IssuedCredential | undefined
  /** The id of an API key, in jobs of earlier versions. */
  keyId?: string | undefined
}

/** Returns the key or token that asked for a job; undefined for a session and for the service itself. */
export function credentialOfJob({ credential, keyId }: JobCredential): IssuedCredential | undefined {
  return credential ?? (keyId === undefined ? undefined : { kind: 'api-key', id: keyId })
}
