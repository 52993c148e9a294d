import { Page } from '../components/page.tsx'

export function DocsPage(_: { id?: string; section?: string }) {
  return <Page title="DocsPage">{null}</Page>
}
