/** Names one user of one organization to OAuth clients: the `sub` of their tokens. */
export function toAccountId(person: { organizationId: string; memberId: string }): string {
  return `${encodeURIComponent(person.organizationId)}:${encodeURIComponent(person.memberId)}`
}

/** The reverse; undefined for what is no account id. */
export function parseAccountId(accountId: string): { organizationId: string; memberId: string } | undefined {
  const [organization, member, ...rest] = accountId.split(':')
  if (!organization || !member || rest.length > 0) return undefined
  try {
    return { organizationId: decodeURIComponent(organization), memberId: decodeURIComponent(member) }
  } catch {
    return undefined
  }
}
