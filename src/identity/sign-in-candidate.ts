/** An account whose password or passkey was verified. */
export interface SignInCandidate {
  organizationId: string
  organizationName: string
  memberId: string
  email: string
}
