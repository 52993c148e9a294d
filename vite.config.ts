import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** The app: built into web/dist and served by the service itself; `npx vite` beside a running one for work on it. */
export default defineConfig({
  root: fileURLToPath(new URL('web', import.meta.url)),
  plugins: [react(), tailwindcss()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    // The Content-Security-Policy allows files of our own only: nothing is written into the page or into data: URLs.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: {
    proxy: Object.fromEntries(
      ['/v1', '/oauth', '/sign-in', '/sign-out', '/setup'].map((path) => [path, 'http://127.0.0.1:3000']),
    ),
  },
})
