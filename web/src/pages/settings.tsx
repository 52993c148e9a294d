import type { ComponentType } from 'react'
import { Link } from 'wouter'
import { useMe } from '../api/queries.ts'
import { NotFoundPage } from '../components/not-found-page.tsx'
import { Page } from '../components/page.tsx'
import { AccountSection } from '../settings/account.tsx'
import { ApiKeysSection } from '../settings/api-keys.tsx'
import { AuditSection } from '../settings/audit.tsx'
import { BackupsSection } from '../settings/backups.tsx'
import { CallbacksSection } from '../settings/callbacks.tsx'
import { GroupsSection } from '../settings/groups.tsx'
import { JobsSection } from '../settings/jobs.tsx'
import { LanguageModelSection } from '../settings/language-model.tsx'
import { MembersSection } from '../settings/members.tsx'
import { ModelsSection } from '../settings/models.tsx'
import { OauthClientsSection } from '../settings/oauth-clients.tsx'
import { OrganizationSection } from '../settings/organization.tsx'

const sections: { name: string; label: string; isForAdmins: boolean; Section: ComponentType }[] = [
  { name: 'keys', label: 'API keys', isForAdmins: false, Section: ApiKeysSection },
  { name: 'account', label: 'My account', isForAdmins: false, Section: AccountSection },
  { name: 'members', label: 'Members', isForAdmins: true, Section: MembersSection },
  { name: 'groups', label: 'Groups', isForAdmins: true, Section: GroupsSection },
  { name: 'organization', label: 'Organization', isForAdmins: true, Section: OrganizationSection },
  { name: 'language-model', label: 'Language model', isForAdmins: true, Section: LanguageModelSection },
  { name: 'models', label: 'Models and limits', isForAdmins: true, Section: ModelsSection },
  { name: 'clients', label: 'OAuth clients', isForAdmins: true, Section: OauthClientsSection },
  { name: 'callbacks', label: 'Callbacks', isForAdmins: true, Section: CallbacksSection },
  { name: 'jobs', label: 'Jobs', isForAdmins: true, Section: JobsSection },
  { name: 'audit', label: 'Audit log', isForAdmins: true, Section: AuditSection },
  { name: 'backups', label: 'Backups', isForAdmins: true, Section: BackupsSection },
]

export function SettingsPage({ section: name = 'keys' }: { section?: string | undefined }) {
  const isAdmin = useMe().data?.role === 'admin'
  const open = sections.filter((section) => isAdmin || !section.isForAdmins)
  const current = open.find((section) => section.name === name)
  if (!current) return <NotFoundPage />
  return (
    <Page title="Settings" width="max-w-6xl">
      <div className="grid grid-cols-1 gap-x-10 gap-y-6 lg:grid-cols-[12rem_minmax(0,1fr)]">
        <nav aria-label="Settings" className="-mx-4 overflow-x-auto px-4 lg:mx-0 lg:px-0">
          <ul className="flex gap-1 lg:flex-col">
            {open.map((section) => (
              <li key={section.name}>
                <Link
                  href={`/settings/${section.name}`}
                  aria-current={section === current ? 'page' : undefined}
                  className="block rounded-lg px-3 py-1.5 whitespace-nowrap text-quiet hover:bg-sunken hover:text-ink aria-[current]:bg-accent-soft aria-[current]:font-semibold aria-[current]:text-accent"
                >
                  {section.label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <div className="min-w-0">
          <current.Section />
        </div>
      </div>
    </Page>
  )
}
