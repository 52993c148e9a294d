import { hashSecret } from './secrets.ts'

/** An account whose password or passkey was verified. */
export interface SignInCandidate {
  organizationId: string
  organizationName: string
  memberId: string
  email: string
  /** Changes with the password. */
  credentialVersion: string
}

/** Returns the version of an account's credentials, which reveals nothing about the password or its hash. */
export function toCredentialVersion(passwordHash: string | null): string {
  return hashSecret(passwordHash ?? '').toString('base64url')
}
