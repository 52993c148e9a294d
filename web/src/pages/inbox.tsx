import { Page } from '../components/page.tsx'

export function InboxPage(_: { id?: string; section?: string }) {
  return <Page title="InboxPage">{null}</Page>
}
