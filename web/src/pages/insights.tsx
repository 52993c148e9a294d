import { Page } from '../components/page.tsx'

export function InsightsPage(_: { id?: string; section?: string }) {
  return <Page title="InsightsPage">{null}</Page>
}
