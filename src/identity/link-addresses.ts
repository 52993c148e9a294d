/** Returns the address of an invitation, whose page is in http/routes/account-links.ts. */
export function invitationAddress(publicUrl: string, token: string): string {
  return `${publicUrl}/invite/${token}`
}

/** Returns the address where a member chooses a new password. */
export function passwordResetAddress(publicUrl: string, token: string): string {
  return `${publicUrl}/reset-password/${token}`
}
