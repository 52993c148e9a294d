import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { App } from '../../app.ts'
import { projectDirectory } from '../../installation.ts'
import { applyOrganization } from './apply-organization.ts'
import { readOrganizationFile } from './read-organization-file.ts'

const samplePath = fileURLToPath(new URL('sample/handbook.yaml', projectDirectory))

/**
 * Writes the sample handbook into a new organization, without its fictional people. The creator of the organization
 * becomes the member of its groups and therefore can see every page.
 */
export async function loadSample(app: App, created: { organizationId: string; memberId: string }): Promise<void> {
  const organization = await app.organizations.find(created.organizationId)
  const member = await app.members.find(created.organizationId, created.memberId)
  if (!organization || !member) return
  const file = readOrganizationFile(readFileSync(samplePath, 'utf8'), samplePath)
  const groups = file.groups.map(({ location, value }) => ({
    location,
    value: { ...value, members: [member.email] },
  }))
  const { id, name } = organization
  await applyOrganization(app, { ...file, organization: { id, name }, users: [], groups }, () => {})
}
