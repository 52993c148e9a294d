import { Page } from '../components/page.tsx'

export function SettingsPage(_: { id?: string; section?: string }) {
  return <Page title="SettingsPage">{null}</Page>
}
