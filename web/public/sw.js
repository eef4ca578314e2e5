/*
 * Keeps the shell of the product (the page, its scripts, styles and fonts) so that it opens without a network.
 * Nothing of the API is ever kept: a figure that is shown was read from the server.
 */
const PREFIX = 'ullage-shell-'
/** A page that the network does not bring in this time comes from the cache, ms. */
const PATIENCE = 4000

self.addEventListener('install', (event) => {
  event.waitUntil(fetchPage().then(() => self.skipWaiting()))
})

self.addEventListener('activate', (event) => {
  event.waitUntil(self.clients.claim())
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== self.location.origin || url.pathname.startsWith('/api/')) return
  if (request.mode === 'navigate') event.respondWith(pageOf(request))
  else if (url.pathname.startsWith('/assets/')) event.respondWith(assetOf(request))
})

/** The page as it is now; without an answer in time, the one of the last visit. */
async function pageOf(request) {
  const kept = await caches.match('/', { ignoreVary: true })
  const fresh = fetchPage().catch((failure) => {
    if (kept) return kept.clone()
    throw failure
  })
  if (!kept) return fresh
  const slow = new Promise((resolve) => setTimeout(() => resolve(kept.clone()), PATIENCE))
  const page = await Promise.race([fresh, slow])
  return page.ok ? page : fetch(request)
}

/** Reads the page, and keeps it with what it names; a new build throws away what the old one left. */
async function fetchPage() {
  const page = await fetch('/', { cache: 'no-cache' })
  if (!page.ok) return page
  const text = await page.clone().text()
  const name = PREFIX + (/<meta name="build" content="([^"]*)"/.exec(text)?.[1] ?? 'unknown')
  const cache = await caches.open(name)
  await cache.put('/', page.clone())
  const named = [...text.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map((match) => match[1])
  for (const asset of named) if (!(await cache.match(asset))) await cache.add(asset)
  for (const other of await caches.keys()) {
    if (other.startsWith(PREFIX) && other !== name) await caches.delete(other)
  }
  return page
}

/** Assets are named by their content: one that is kept is the right one. */
async function assetOf(request) {
  const kept = await caches.match(request, { ignoreVary: true })
  if (kept) return kept
  const answer = await fetch(request)
  if (answer.ok) {
    const names = await caches.keys()
    const name = names.find((one) => one.startsWith(PREFIX))
    if (name) await (await caches.open(name)).put(request, answer.clone())
  }
  return answer
}
