import { Page } from '../components/page.tsx'

export function NotesPage(_: { id?: string; section?: string }) {
  return <Page title="NotesPage">{null}</Page>
}
