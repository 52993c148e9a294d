import type { ComponentType } from 'react'
import { Link } from 'wouter'
import { useMe } from '../api/queries.ts'
import { NotFoundPage } from '../components/not-found-page.tsx'
import { Page } from '../components/page.tsx'
import { settingsText } from '../messages/settings.ts'
import { AccountSection } from '../settings/account.tsx'
import { ApiKeysSection } from '../settings/api-keys.tsx'
import { AuditSection } from '../settings/audit.tsx'
import { BackupsSection } from '../settings/backups.tsx'
import { CallbacksSection } from '../settings/callbacks.tsx'
import { EmailSection } from '../settings/email.tsx'
import { GroupsSection } from '../settings/groups.tsx'
import { JobsSection } from '../settings/jobs.tsx'
import { LanguageModelSection } from '../settings/language-model.tsx'
import { MembersSection } from '../settings/members.tsx'
import { ModelsSection } from '../settings/models.tsx'
import { OauthClientsSection } from '../settings/oauth-clients.tsx'
import { OrganizationSection } from '../settings/organization.tsx'
import { type SettingsSectionName, settingsSections } from '../settings/settings-sections.ts'

const sectionComponents: Record<SettingsSectionName, ComponentType> = {
  keys: ApiKeysSection,
  account: AccountSection,
  members: MembersSection,
  groups: GroupsSection,
  organization: OrganizationSection,
  email: EmailSection,
  'language-model': LanguageModelSection,
  models: ModelsSection,
  clients: OauthClientsSection,
  callbacks: CallbacksSection,
  jobs: JobsSection,
  audit: AuditSection,
  backups: BackupsSection,
}

export function SettingsPage({ section: name }: { section?: string | undefined }) {
  const isAdmin = useMe().data?.role === 'admin'
  const open = settingsSections.filter((section) => isAdmin || !section.isForAdmins)
  const current = name === undefined ? open[0] : open.find((section) => section.name === name)
  if (!current) return <NotFoundPage />
  const Section = sectionComponents[current.name]
  return (
    <Page
      title={settingsText('title')}
      documentTitle={settingsText('sectionTitle', { section: settingsText(current.name) })}
    >
      <div className="grid grid-cols-1 gap-x-10 gap-y-6 lg:grid-cols-[12rem_minmax(0,1fr)]">
        <nav aria-label={settingsText('title')} className="-mx-4 overflow-x-auto px-4 lg:mx-0 lg:px-0">
          <ul className="flex gap-1 lg:flex-col">
            {open.map((section) => (
              <li key={section.name}>
                <Link
                  href={`/settings/${section.name}`}
                  ref={section === current ? showInRow : undefined}
                  aria-current={section === current ? 'page' : undefined}
                  className="block rounded-lg px-3 py-1.5 whitespace-nowrap text-quiet hover:bg-sunken hover:text-ink aria-[current]:bg-accent-soft aria-[current]:font-semibold aria-[current]:text-accent"
                >
                  {settingsText(section.name)}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <div className="min-w-0">
          <Section />
        </div>
      </div>
    </Page>
  )
}

/** On a phone the sections are one row: scrolls it to the current one. */
function showInRow(link: HTMLAnchorElement | null): void {
  const row = link?.closest('nav')
  if (link && row) row.scrollLeft = link.offsetLeft - (row.clientWidth - link.offsetWidth) / 2
}
