import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { isAppPath } from '../../contract/app-paths.ts'
import { AppError } from '../../errors.ts'
import { projectDirectory } from '../../installation.ts'
import { acceptedTypes } from '../accepted-types.ts'
import { routeNotFoundError } from '../error-table.ts'

const builtAppDirectory = fileURLToPath(new URL('web/dist', projectDirectory))

/** Paths of the API and other routes: an unknown address below them is an error, never the app. */
const reservedPaths = /^\/(?:v1|oauth|mcp|assets|files|attachments|\.well-known|healthz|readyz|metrics)(?:\/|$)/

/**
 * Allows only scripts, styles, images and connections of this service, and no text that becomes markup. The app renders
 * notes as elements, not as HTML, so it needs no exception.
 */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ')

const appHeaders = {
  'content-security-policy': contentSecurityPolicy,
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
  // Script names contain a hash of their content, so only the page itself must be revalidated.
  'cache-control': 'no-cache',
  vary: 'accept',
}

/**
 * The web app: its files, and its page at every address that no other route serves, for clients that accept HTML. Where the
 * app has no screen, its page says so, with status 404.
 */
export async function webAppRoutes(
  server: FastifyInstance,
  { directory = builtAppDirectory }: { directory?: string } = {},
): Promise<void> {
  const indexFile = join(directory, 'index.html')
  if (existsSync(join(directory, 'assets'))) {
    await server.register(async (assets) => {
      // The plugin reports a folder or an invalid path as an error with a client's status.
      assets.setErrorHandler((error) => {
        const { statusCode = 500 } = error as { statusCode?: number }
        throw statusCode < 500 ? routeNotFoundError() : error
      })
      await assets.register(fastifyStatic, {
        root: join(directory, 'assets'),
        prefix: '/assets/',
        index: false,
        maxAge: '365d',
        immutable: true,
        decorateReply: false,
        preCompressed: true,
      })
    })
  }
  for (const [path, name, type] of rootFiles) {
    server.get(path, async (_request, reply) => {
      const file = join(directory, name)
      if (!existsSync(file)) throw routeNotFoundError()
      return reply
        .header('cache-control', 'no-cache')
        .type(type)
        .send(await readFile(file))
    })
  }

  const sendPage = async (reply: FastifyReply) => {
    if (!existsSync(indexFile)) {
      throw new AppError('unavailable', 'The app is not built. Run "npm run build" and try again.')
    }
    return reply
      .headers(appHeaders)
      .type('text/html; charset=utf-8')
      .send(await readFile(indexFile))
  }
  server.get('/', (_request, reply) => sendPage(reply))
  server.get('/*', (request, reply) => {
    // A second slash, from a base address that ends in one, would begin a host name.
    const path = URL.parse(request.url.replace(/^\/+/, '/'), 'http://lorewell.invalid')?.pathname
    if (path === undefined || reservedPaths.test(path) || !acceptsPage(request.headers.accept)) {
      throw routeNotFoundError()
    }
    return sendPage(reply.status(isAppPath(path) ? 200 : 404))
  })
}

/** A client that wants JSON has mistaken the address of the API, often without its `/v1`. */
function acceptsPage(accept: string | undefined): boolean {
  return accept === undefined || acceptedTypes(accept).some((type) => pageTypes.includes(type))
}

const pageTypes = ['text/html', 'text/*', '*/*']

const rootFiles = [
  ['/theme.js', 'theme.js', 'text/javascript; charset=utf-8'],
  ['/load-failure.js', 'load-failure.js', 'text/javascript; charset=utf-8'],
  ['/favicon.svg', 'favicon.svg', 'image/svg+xml'],
  ['/favicon.ico', 'favicon.svg', 'image/svg+xml'],
] as const
