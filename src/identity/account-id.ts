/** Returns the `sub` claim of a user: the id by which OAuth clients know them. */
export function toAccountId(member: { organizationId: string; memberId: string }): string {
  return `${encodeURIComponent(member.organizationId)}:${encodeURIComponent(member.memberId)}`
}

/** Reverses toAccountId; returns undefined for other text. */
export function parseAccountId(accountId: string): { organizationId: string; memberId: string } | undefined {
  const [organizationId, memberId, ...rest] = accountId.split(':')
  if (!organizationId || !memberId || rest.length > 0) return undefined
  try {
    return { organizationId: decodeURIComponent(organizationId), memberId: decodeURIComponent(memberId) }
  } catch {
    return undefined
  }
}
