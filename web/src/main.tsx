import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { LorewellError } from '../../sdk/src/errors.ts'
import { watchPageVisibility } from './api/client.ts'
import { App } from './app.tsx'
import { copyCitations } from './ask/copied-answer.ts'
import { ErrorBoundary } from './components/error-boundary.tsx'
import { guardNavigation } from './drafts/navigation-guard.ts'
import { commonText } from './messages/common.ts'
import './styles.css'

const queryClient = new QueryClient({
  defaultOptions: {
    // The browser's guess about the network is not the service's state: a request that fails says so at once.
    mutations: { networkMode: 'always' },
    queries: {
      networkMode: 'always',
      staleTime: 15_000,
      // Client errors (4xx) repeat themselves; only connection and server errors are worth a retry.
      retry: (count, error) =>
        count < 2 && (!(error instanceof LorewellError) || error.status === 0 || error.status >= 500),
    },
  },
})

watchPageVisibility()
document.addEventListener('copy', copyCitations)
guardNavigation(() => confirm(commonText('discardTyped')))
const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <ErrorBoundary>
          <App />
        </ErrorBoundary>
      </QueryClientProvider>
    </StrictMode>,
  )
}
