/** The client metadata field with the organization of a client that an admin registered; others have none. */
export const organizationMetadataKey = 'lorewell_organization'

/** Returns the organization that a client belongs to, or undefined if it registered itself. */
export function clientOrganizationId(client: object): string | undefined {
  const value = (client as Record<string, unknown>)[organizationMetadataKey]
  return typeof value === 'string' ? value : undefined
}
