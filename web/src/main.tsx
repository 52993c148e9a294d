import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { ServiceError } from './api/request.ts'
import { App } from './app.tsx'
import './styles.css'

const client = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      // What the service refuses stays refused; only a broken connection is worth another try.
      retry: (count, error) =>
        count < 2 && (!(error instanceof ServiceError) || error.status === 0 || error.status >= 500),
    },
  },
})

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={client}>
        <App />
      </QueryClientProvider>
    </StrictMode>,
  )
}
