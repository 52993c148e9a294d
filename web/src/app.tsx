import { useEffect } from 'react'
import { Route, Switch } from 'wouter'
import type { AppPath } from '../../src/contract/app-paths.ts'
import { useMe } from './api/queries.ts'
import { reportActiveSession } from './api/session.ts'
import { AsyncBoundary } from './components/error-boundary.tsx'
import { lazyComponent } from './components/lazy-component.tsx'
import { NotFoundPage } from './components/not-found-page.tsx'
import { ErrorAlert, LoadingSkeleton } from './components/query-state.tsx'
import { Shell, ShellSkeleton } from './components/shell.tsx'
import { ToastProvider } from './components/toast.tsx'
import { UpdatePrompt } from './components/update-prompt.tsx'
import { DraftsProvider } from './drafts/drafts-provider.tsx'
import { AskPage } from './pages/ask.tsx'

// Every screen except Ask is loaded when it is opened.
const NotesPage = lazyComponent(() => import('./pages/notes.tsx').then((module) => module.NotesPage))
const TrashPage = lazyComponent(() => import('./pages/trash.tsx').then((module) => module.TrashPage))
const SharedPage = lazyComponent(() => import('./pages/shared.tsx').then((module) => module.SharedPage))
const ArchivePage = lazyComponent(() => import('./pages/archive.tsx').then((module) => module.ArchivePage))
const SearchPage = lazyComponent(() => import('./pages/search.tsx').then((module) => module.SearchPage))
const DataSourcesPage = lazyComponent(() => import('./pages/data-sources.tsx').then((module) => module.DataSourcesPage))
const DataSourcePage = lazyComponent(() => import('./pages/data-source.tsx').then((module) => module.DataSourcePage))
const ConnectPage = lazyComponent(() => import('./pages/connect.tsx').then((module) => module.ConnectPage))
const ConnectionPage = lazyComponent(() => import('./pages/connection.tsx').then((module) => module.ConnectionPage))
const AssistantsPage = lazyComponent(() => import('./pages/assistants.tsx').then((module) => module.AssistantsPage))
const InboxPage = lazyComponent(() => import('./pages/inbox.tsx').then((module) => module.InboxPage))
const InsightsPage = lazyComponent(() => import('./pages/insights.tsx').then((module) => module.InsightsPage))
const SettingsPage = lazyComponent(() => import('./pages/settings.tsx').then((module) => module.SettingsPage))
const SharedAnswerPage = lazyComponent(() =>
  import('./pages/shared-answer.tsx').then((module) => module.SharedAnswerPage),
)
const DocsPage = lazyComponent(() => import('./pages/docs.tsx').then((module) => module.DocsPage))

export function App() {
  const me = useMe()
  // biome-ignore lint/correctness/useExhaustiveDependencies: every new answer shows that the person is signed in
  useEffect(() => reportActiveSession(), [me.dataUpdatedAt])
  if (!me.data) {
    return (
      <ShellSkeleton>
        {me.error ? <ErrorAlert error={me.error} onRetry={() => me.refetch()} /> : <LoadingSkeleton lines={3} />}
      </ShellSkeleton>
    )
  }
  return (
    <DraftsProvider me={me.data}>
      <ToastProvider>
        <Shell me={me.data}>
          <AsyncBoundary
            loading={
              <div className="content-width px-4 py-6 sm:px-8 lg:py-9">
                <LoadingSkeleton />
              </div>
            }
          >
            <Switch>
              <Route path={'/' satisfies AppPath}>
                <AskPage />
              </Route>
              <Route path={'/ask/:id' satisfies AppPath}>{({ id }) => <AskPage threadId={id} />}</Route>
              <Route path={'/questions/:id' satisfies AppPath}>{({ id }) => <AskPage questionId={id} />}</Route>
              <Route path={'/shared/:id' satisfies AppPath}>{({ id }) => <SharedAnswerPage id={id} />}</Route>
              <Route path={'/notes/:id?' satisfies AppPath}>{({ id }) => <NotesPage id={id} />}</Route>
              <Route path={'/search' satisfies AppPath}>
                <SearchPage />
              </Route>
              <Route path={'/shared-with-me' satisfies AppPath}>
                <SharedPage />
              </Route>
              <Route path={'/archive' satisfies AppPath}>
                <ArchivePage />
              </Route>
              <Route path={'/trash' satisfies AppPath}>
                <TrashPage />
              </Route>
              <Route path={'/data-sources' satisfies AppPath}>
                <DataSourcesPage />
              </Route>
              <Route path={'/data-sources/:id' satisfies AppPath}>{({ id }) => <DataSourcePage id={id} />}</Route>
              <Route path={'/connect/:kind?' satisfies AppPath}>{({ kind }) => <ConnectPage kind={kind} />}</Route>
              <Route path={'/connections/:id' satisfies AppPath}>{({ id }) => <ConnectionPage id={id} />}</Route>
              <Route path={'/assistants' satisfies AppPath}>
                <AssistantsPage />
              </Route>
              <Route path={'/inbox' satisfies AppPath}>
                <InboxPage />
              </Route>
              <Route path={'/insights' satisfies AppPath}>
                <InsightsPage />
              </Route>
              <Route path={'/settings/:section?' satisfies AppPath}>
                {({ section }) => <SettingsPage section={section} />}
              </Route>
              <Route path={'/docs' satisfies AppPath}>
                <DocsPage />
              </Route>
              <Route>
                <NotFoundPage />
              </Route>
            </Switch>
          </AsyncBoundary>
        </Shell>
        <UpdatePrompt />
      </ToastProvider>
    </DraftsProvider>
  )
}
