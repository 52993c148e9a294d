import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** Builds the app into web/dist, which the service serves. Run `npx vite` beside a running service to work on it. */
export default defineConfig({
  root: fileURLToPath(new URL('web', import.meta.url)),
  plugins: [react(), tailwindcss(), compressed()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    // The Content-Security-Policy allows our own files only: no inline scripts, no data: URLs.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The editor is one lazy chunk.
    chunkSizeWarningLimit: 650,
    // How long plugins take depends on what else the machine does.
    rolldownOptions: { checks: { pluginTimings: false } },
  },
  server: {
    proxy: Object.fromEntries(
      ['/v1', '/oauth', '/sign-in', '/sign-out', '/setup'].map((path) => [path, 'http://127.0.0.1:3000']),
    ),
  },
})

/** Writes gzip and brotli variants beside each script and stylesheet, so that serving one costs no CPU time. */
function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    writeBundle({ dir = '' }) {
      const assets = join(dir, 'assets')
      for (const name of readdirSync(assets).filter((one) => /\.(?:js|css|svg)$/.test(one))) {
        const bytes = readFileSync(join(assets, name))
        writeFileSync(join(assets, `${name}.gz`), gzipSync(bytes, { level: 9 }))
        writeFileSync(
          join(assets, `${name}.br`),
          brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
        )
      }
    },
  }
}
