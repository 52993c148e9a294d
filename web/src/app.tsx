import { lazy, Suspense } from 'react'
import { Route, Switch } from 'wouter'
import { useMe } from './api/queries.ts'
import { NotFoundPage } from './components/not-found-page.tsx'
import { ErrorAlert, LoadingSkeleton } from './components/query-state.tsx'
import { Shell, ShellSkeleton } from './components/shell.tsx'
import { ToastProvider } from './components/toast.tsx'
import { AskPage } from './pages/ask.tsx'

// Every screen except Ask is loaded when it is opened.
const NotesPage = lazy(() => import('./pages/notes.tsx').then((module) => ({ default: module.NotesPage })))
const DataSourcesPage = lazy(() =>
  import('./pages/data-sources.tsx').then((module) => ({ default: module.DataSourcesPage })),
)
const DataSourcePage = lazy(() =>
  import('./pages/data-source.tsx').then((module) => ({ default: module.DataSourcePage })),
)
const AssistantsPage = lazy(() =>
  import('./pages/assistants.tsx').then((module) => ({ default: module.AssistantsPage })),
)
const InboxPage = lazy(() => import('./pages/inbox.tsx').then((module) => ({ default: module.InboxPage })))
const InsightsPage = lazy(() => import('./pages/insights.tsx').then((module) => ({ default: module.InsightsPage })))
const SettingsPage = lazy(() => import('./pages/settings.tsx').then((module) => ({ default: module.SettingsPage })))
const SharedAnswerPage = lazy(() =>
  import('./pages/shared-answer.tsx').then((module) => ({ default: module.SharedAnswerPage })),
)
const DocsPage = lazy(() => import('./pages/docs.tsx').then((module) => ({ default: module.DocsPage })))

export function App() {
  const me = useMe()
  if (!me.data) {
    return (
      <ShellSkeleton>
        {me.error ? <ErrorAlert error={me.error} onRetry={() => me.refetch()} /> : <LoadingSkeleton lines={3} />}
      </ShellSkeleton>
    )
  }
  return (
    <ToastProvider>
      <Shell me={me.data}>
        <Suspense
          fallback={
            <div className="mx-auto max-w-4xl px-6 py-10">
              <LoadingSkeleton />
            </div>
          }
        >
          <Switch>
            <Route path="/">
              <AskPage />
            </Route>
            <Route path="/questions/:id">{({ id }) => <AskPage questionId={id} />}</Route>
            <Route path="/shared/:id">{({ id }) => <SharedAnswerPage id={id} />}</Route>
            <Route path="/notes/:id?">{({ id }) => <NotesPage id={id} />}</Route>
            <Route path="/data-sources">
              <DataSourcesPage />
            </Route>
            <Route path="/data-sources/:id">{({ id }) => <DataSourcePage id={id} />}</Route>
            <Route path="/assistants">
              <AssistantsPage />
            </Route>
            <Route path="/inbox">
              <InboxPage />
            </Route>
            <Route path="/insights">
              <InsightsPage />
            </Route>
            <Route path="/settings/:section?">{({ section }) => <SettingsPage section={section} />}</Route>
            <Route path="/docs">
              <DocsPage />
            </Route>
            <Route>
              <NotFoundPage />
            </Route>
          </Switch>
        </Suspense>
      </Shell>
    </ToastProvider>
  )
}
