import { Page } from '../components/page.tsx'

export function SharedAnswerPage(_: { id?: string; section?: string }) {
  return <Page title="SharedAnswerPage">{null}</Page>
}
