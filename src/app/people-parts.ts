import { createInvitationAdmin } from '../admin/invitation-admin.ts'
import { createPeopleAdmin } from '../admin/people-admin.ts'
import { createApiKeys } from '../identity/api-keys.ts'
import { createGuessThrottle } from '../identity/guess-throttle.ts'
import { createInvitations } from '../identity/invitations.ts'
import { createMembers } from '../identity/members.ts'
import { createOrganizations } from '../identity/organizations.ts'
import { createPasswordCheck } from '../identity/password-check.ts'
import { createPasswordResets } from '../identity/password-resets.ts'
import { createPeopleDirectory } from '../identity/people-directory.ts'
import { createTeams } from '../identity/teams.ts'
import type { JobQueue } from '../jobs/job-queue.ts'
import { createInvitationMail } from '../mail/invitation-mail.ts'
import type { MailQueue } from '../mail/mail-queue.ts'
import type { Mailer } from '../mail/mailer.ts'
import { createPasswordResetMail } from '../mail/password-reset-mail.ts'
import type { AppContext } from './app-context.ts'

/** Wires organizations, their members and groups, and how members get in. */
export function createPeopleParts(
  { config, database, now, newId }: AppContext,
  { jobs, mailer, mailQueue }: { jobs: JobQueue; mailer: Mailer | undefined; mailQueue: MailQueue },
) {
  const { publicUrl } = config
  const members = createMembers({ database, newId, now })
  const teams = createTeams({ database, newId })
  const apiKeys = createApiKeys({ database, newId, now })
  const guessThrottle = createGuessThrottle({ database, now })
  const checkPassword = createPasswordCheck({ members, throttle: guessThrottle })
  const invitations = createInvitations({ database, members, newId, now })
  const passwordResets = createPasswordResets({ database, members, now })
  const invitationMail = createInvitationMail({ mailQueue, invitations, publicUrl })
  return {
    organizations: createOrganizations({ database, newId }),
    members,
    teams,
    apiKeys,
    guessThrottle,
    checkPassword,
    invitations,
    passwordResets,
    passwordResetMail: createPasswordResetMail({ database, jobs, mailQueue, passwordResets, publicUrl, now }),
    peopleDirectory: createPeopleDirectory({ database }),
    peopleAdmin: createPeopleAdmin({ database, members, teams, checkPassword, apiKeys }),
    invitationAdmin: createInvitationAdmin({
      database,
      invitations,
      passwordResets,
      members,
      mailer,
      invitationMail,
      publicUrl,
      now,
    }),
  }
}
