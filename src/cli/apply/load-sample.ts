import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { App } from '../../app.ts'
import { projectDirectory } from '../../installation.ts'
import { applyOrganization } from './apply-organization.ts'
import { readOrganizationFile } from './read-organization-file.ts'

const samplePath = fileURLToPath(new URL('sample/handbook.yaml', projectDirectory))

/**
 * Puts the pages of the sample company into an organization that somebody just made. Its invented people stay out; its
 * groups have the one who made the organization, who therefore sees every page.
 */
export async function loadSample(
  app: App,
  made: { organizationId: string; memberId: string },
): Promise<void> {
  const organization = await app.organizations.find(made.organizationId)
  const member = await app.members.find(made.organizationId, made.memberId)
  if (!organization || !member) return
  const file = readOrganizationFile(readFileSync(samplePath, 'utf8'), samplePath)
  const groups = file.groups.map(({ location, value }) => ({
    location: location,
    value: { ...value, members: [member.email] },
  }))
  const { id, name } = organization
  await applyOrganization(app, { ...file, organization: { id, name }, users: [], groups }, () => {})
}
