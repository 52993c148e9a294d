import { Page } from '../components/page.tsx'

export function AssistantsPage(_: { id?: string; section?: string }) {
  return <Page title="AssistantsPage">{null}</Page>
}
