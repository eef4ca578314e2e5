import { createHash } from 'node:crypto'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import compress, { type FastifyCompressOptions } from '@fastify/compress'
import helmet from '@fastify/helmet'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { keysOf } from '#core/platform/keysOf.ts'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import type { Config } from '#server/platform/config.ts'
import type { Metrics } from '#server/platform/metrics.ts'
import { projectRoot } from '#server/platform/projectRoot.ts'
import { httpsRequired } from '#server/platform/refusal.ts'
import { hashToken, isSameHash } from '#server/platform/secrets.ts'
import { isApiDocumentPage, isApiRoute, routeOf } from './routeOf.ts'

const POLICY = {
  'default-src': ["'self'"],
  'base-uri': ["'none'"],
  'object-src': ["'none'"],
  'frame-ancestors': ["'none'"],
  'form-action': ["'self'"],
  'script-src': ["'self'", "'wasm-unsafe-eval'"],
  'style-src': ["'self'", "'unsafe-inline'"],
  'img-src': ["'self'", 'data:', 'blob:'],
  'font-src': ["'self'", 'data:'],
  'connect-src': ["'self'", 'data:'],
  'worker-src': ["'self'", 'blob:'],
  'manifest-src': ["'self'"],
  'frame-src': ["'self'", 'blob:'],
}

/**
 * Compression of responses; the client's files were compressed at build time. A short response arrives no sooner for it, as it fits into the
 * first packets. The lowest quality takes a third of the time of the default one for a tenth more bytes, and compressing it inline takes
 * less than handing it to another thread.
 */
const COMPRESSION: FastifyCompressOptions = {
  encodings: ['br', 'gzip'],
  threshold: 4096,
  syncThreshold: 128 * 1024,
  brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } },
  zlibOptions: { level: 1 },
}

/** Device features of the page: the camera for codes, the location for deliveries; none for pages of others within it. */
const PERMISSIONS = 'camera=(self), geolocation=(self), microphone=(), payment=(), usb=()'

/**
 * Security headers on every response; parts of a page keep only some of them. Outside this machine a page requested by http is redirected to
 * https; a call is refused, as its sender would otherwise keep sending its key in plain text.
 */
export async function addSecurityHeaders(app: FastifyInstance, config: Config): Promise<void> {
  const isSecure = config.publicUrl.startsWith('https:')
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: POLICY },
    crossOriginEmbedderPolicy: false,
    hsts: isSecure ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    referrerPolicy: { policy: 'same-origin' },
  })
  app.addHook('onRequest', async (request, reply) => {
    if (!isSecure || request.protocol === 'https' || isThisMachine(request.headers.host ?? '')) return
    if (['/healthz', '/readyz', '/metrics'].includes(routeOf(request))) return
    const route = routeOf(request)
    if (isApiRoute(route) && !isApiDocumentPage(route)) throw httpsRequired()
    return reply.redirect(`${config.publicUrl}${request.url}`, 308)
  })
}

function isThisMachine(host: string): boolean {
  return /^(localhost|127\.0\.0\.1|\[?::1\]?)(:\d+)?$/.test(host)
}

interface ClientOptions {
  buildVersion: string
  /** The origin of the map's tiles by the current settings; null: only the map that ships. */
  tilesUrl: () => Promise<string | null>
}

/** Serves the client: assets are cached forever, the page itself never, and every screen's path gets the page. */
export async function serveClient(
  app: FastifyInstance,
  { API_KEY }: Config,
  { buildVersion, tilesUrl }: ClientOptions,
): Promise<void> {
  const root = path.join(projectRoot, 'dist/web')
  await app.register(compress, COMPRESSION)
  const index = path.join(root, 'index.html')
  if (!fs.existsSync(index)) return
  // The client key is in the page, so that a setting is enough to change it; the build, so that an open page notices a newer one.
  const page = fs
    .readFileSync(index, 'utf8')
    .replace('<head>', `<head>\n    ${meta('api-key', API_KEY)}\n    ${meta('build', buildVersion)}`)
  const scripts = hashesOf(page)
  const parts = readParts()
  const pages = new Map<string, ReturnType<typeof packed>>()
  const pageOf = (request: FastifyRequest) => {
    const links = parts ? linksTo(filesFor(request, parts)) : ''
    const known = pages.get(links) ?? packed(page.replace('</head>', `${links}  </head>`))
    pages.set(links, known)
    return known
  }
  await serveFiles(app, root)
  app.setNotFoundHandler(async (request, reply) => {
    if (!isPage(request)) return reply.code(404).send({ code: 404, message: 'Oops! Record not found.' })
    // Without the database the page is still served, and reports the problem itself.
    const tiles = originOf(await tilesUrl().catch(() => null))
    void reply.header(
      'content-security-policy',
      policyWith({ 'script-src': scripts, 'connect-src': tiles ? [tiles] : [] }),
    )
    void reply.header('permissions-policy', PERMISSIONS)
    return sendPage(request, reply, pageOf(request))
  })
}

/** Security headers that browsers obey on pages and workers only. Repeated on each part of a page they are 15 kB before its first row. */
const HEADERS_OF_PAGES = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
]

/** Whether a file is a script, style or font of a page. Opened as a page, it runs nothing. */
function isPartOfPage(file: string): boolean {
  return /\.(js|css|woff2)(\.br)?$/.test(file) && !path.basename(file).includes('worker')
}

async function serveFiles(app: FastifyInstance, root: string): Promise<void> {
  // Files that the build names by their content share one route; the few others have one each.
  const shared = { preCompressed: true, index: false, cacheControl: false } as const
  await app.register(fastifyStatic, {
    ...shared,
    root: path.join(root, 'assets'),
    prefix: '/assets/',
    setHeaders: (reply, file) => {
      void reply.header('cache-control', 'public, max-age=31536000, immutable')
      if (isPartOfPage(file)) for (const name of HEADERS_OF_PAGES) reply.raw.removeHeader(name)
    },
  })
  await app.register(fastifyStatic, {
    ...shared,
    root,
    wildcard: false,
    globIgnore: ['assets/**', 'index.html'],
    decorateReply: false,
    setHeaders: (reply) => void reply.header('cache-control', 'no-cache'),
  })
}

/** Sends a page in an encoding that the browser accepts. */
function sendPage(request: FastifyRequest, reply: FastifyReply, page: ReturnType<typeof packed>) {
  const answer = reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8')
  void answer.header('vary', 'accept-encoding, accept-language, cookie')
  const accepted = String(request.headers['accept-encoding'] ?? '')
  const encoding = (['br', 'gzip'] as const).find((item) =>
    new RegExp(`\\b${item}\\b(?!;q=0)`).test(accepted),
  )
  if (encoding) return answer.header('content-encoding', encoding).send(page[encoding])
  return answer.send(page.plain)
}

/** Compresses a page once for all visits. */
function packed(plain: string): { plain: string; br: Buffer; gzip: Buffer } {
  // Half of the best quality: a tenth of the time for nearly the same size.
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5 }
  return { plain, br: brotliCompressSync(plain, { params }), gzip: gzipSync(plain) }
}

/**
 * Whether a screen is requested, rather than a missing file. A path with a dot may be both: the return path of a sign-in can hold a search
 * text, so the `accept` header of the browser decides.
 */
function isPage({ method, url, headers }: FastifyRequest): boolean {
  if (!['GET', 'HEAD'].includes(method)) return false
  return !path.extname(firstOf(url.split('?'))) || /text\/html/.test(headers.accept ?? '')
}

/** Whether the browser has a session, valid or not: it only decides what is fetched first. */
function isSignedIn({ headers }: FastifyRequest): boolean {
  return /(?:^|;\s*)token=/.test(headers.cookie ?? '')
}

/** The dashboard needs neither definitions nor the texts of a domain. */
function isDashboard({ url }: FastifyRequest): boolean {
  return /^\/(dashboard\/?)?(\?|$)/.test(url)
}

interface Files {
  scripts: string[]
  styles: string[]
}

type TextLanguage = 'en' | 'es'

/** Files that the build lists for pages: by address, texts also by language. */
interface Parts extends Record<'signIn' | 'dashboard' | 'records', Files> {
  /** Longest address first. */
  screens: { address: string; isBelow: boolean; files: Files }[]
  texts: Record<TextLanguage, Record<'first' | 'daily', string[]>>
}

function readParts(): Parts | null {
  const file = path.join(projectRoot, 'dist/parts.json')
  return fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : null
}

/** Files that a page loads first. The language of the browser is most likely the user's own, which is not known yet. */
function filesFor(request: FastifyRequest, parts: Parts): Files {
  if (!isSignedIn(request)) return parts.signIn
  const { first, daily } = parts.texts[/^es\b/i.test(request.headers['accept-language'] ?? '') ? 'es' : 'en']
  if (isDashboard(request)) {
    const { scripts, styles } = parts.dashboard
    return { scripts: [...scripts, ...first], styles }
  }
  const screen = screenAt(firstOf(request.url.split('?')), parts.screens)
  return {
    scripts: [...new Set([...parts.records.scripts, ...first, ...daily, ...(screen?.scripts ?? [])])],
    styles: [...parts.records.styles, ...(screen?.styles ?? [])],
  }
}

/** The files of the screen whose address is the longest that a path begins with. */
function screenAt(pathname: string, screens: Parts['screens']): Files | undefined {
  return screens.find(
    ({ address, isBelow }) => pathname === address || (isBelow && pathname.startsWith(`${address}/`)),
  )?.files
}

/** Lets the browser preload the first files of a page. */
function linksTo({ scripts, styles }: Files): string {
  const links = [
    ...scripts.map((name) => `<link rel="modulepreload" fetchpriority="low" crossorigin href="/${name}" />`),
    ...styles.map(
      (name) => `<link rel="preload" as="style" fetchpriority="low" crossorigin href="/${name}" />`,
    ),
  ]
  return links.map((link) => `  ${link}\n  `).join('')
}

/** The base CSP plus extra sources for one page. */
function policyWith(more: Partial<Record<keyof typeof POLICY, string[]>>): string {
  return keysOf(POLICY)
    .map((name) => [name, ...POLICY[name], ...(more[name] ?? [])].join(' '))
    .join(';')
}

/** The page's inline scripts by their hashes: a browser runs these, and no other inline script. */
function hashesOf(page: string): string[] {
  return [...page.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, script = '']) => {
    const hash = createHash('sha256').update(script).digest('base64')
    return `'sha256-${hash}'`
  })
}

function originOf(url: string | null): string | null {
  if (!url || !URL.canParse(url)) return null
  const { origin, protocol } = new URL(url)
  return protocol === 'https:' || protocol === 'http:' ? origin : null
}

function meta(name: string, content: string): string {
  return `<meta name="${name}" content="${content.replace(/["&<>]/g, '')}" />`
}

/** Serves the API document for people: the page of Swagger UI, without inline scripts. */
export async function serveDocs(app: FastifyInstance): Promise<void> {
  const require = createRequire(import.meta.url)
  const root = path.dirname(require.resolve('swagger-ui-dist/package.json'))
  const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Ullage API</title>
<link rel="stylesheet" href="/api/docs/swagger-ui.css"></head><body><div id="swagger-ui"></div>
<script src="/api/docs/swagger-ui-bundle.js"></script><script src="/api/docs/start.js"></script></body></html>`
  const start = `SwaggerUIBundle({ url: '/api/openapi.json', dom_id: '#swagger-ui', deepLinking: true })`
  await app.register(async (docs) => {
    docs.get('/api/docs', (_, reply) => reply.type('text/html; charset=utf-8').send(page))
    docs.get('/api/docs/start.js', (_, reply) => reply.type('text/javascript; charset=utf-8').send(start))
    for (const file of ['swagger-ui.css', 'swagger-ui-bundle.js']) {
      docs.get(`/api/docs/${file}`, (_, reply) =>
        reply
          .type(`${file.endsWith('.css') ? 'text/css' : 'text/javascript'}; charset=utf-8`)
          .send(fs.createReadStream(path.join(root, file))),
      )
    }
  })
}

/** Serves metrics for Prometheus: with the token, or on a separate port. */
export function serveMetrics(app: FastifyInstance, config: Config, metrics: Metrics): void {
  app.get('/metrics', async (request, reply) => {
    const token = config.METRICS_TOKEN
    const header = request.headers.authorization ?? ''
    if (!token || !isSameHash(hashToken(header), hashToken(`Bearer ${token}`))) return reply.code(404).send()
    return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics())
  })
}
