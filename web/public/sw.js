/**
 * Caches the shell of the product (the page, its scripts, styles and fonts) for offline use. Answers of the API are never
 * cached: displayed figures come from the server. Woken by a background sync, it also sends pending events of a driver's phone
 * while the page is closed.
 */
const PREFIX = 'ullage-shell-'
/** A page that the network does not deliver in this time comes from the cache, ms. */
const PAGE_TIMEOUT_MS = 4000

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

/** The current page; without an answer in time the newest cached one, without a network the one whose parts are all cached. */
async function pageOf(request) {
  const cached = await caches.match('/', { ignoreVary: true })
  const fresh = fetchPage().catch((failure) => {
    if (cached) return cached.clone()
    throw failure
  })
  if (!cached) return fresh
  const cache = await caches.open((await builds()).at(-1))
  const newest = (await cache.match('/', { ignoreVary: true })) ?? cached
  const slow = new Promise((resolve) => setTimeout(() => resolve(newest.clone()), PAGE_TIMEOUT_MS))
  const page = await Promise.race([fresh, slow])
  return page.ok ? page : fetch(request)
}

/** Fetches the page, and caches it with its assets. */
async function fetchPage() {
  const page = await fetch('/', { cache: 'no-cache' })
  if (!page.ok) return page
  const text = await page.clone().text()
  const name = PREFIX + (/<meta name="build" content="([^"]*)"/.exec(text)?.[1] ?? 'unknown')
  const cache = await caches.open(name)
  await cache.put('/', page.clone())
  const named = [...text.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map((match) => match[1])
  for (const asset of named) if (!(await cache.match(asset))) await cache.add(asset)
  await dropOlder(name)
  return page
}

/** Assets are named by their content: a cached one is valid, whichever build it came with. */
async function assetOf(request) {
  const name = (await builds()).at(-1)
  const cache = name && (await caches.open(name))
  const own = await cache?.match(request, { ignoreVary: true })
  if (own) return own
  const answer = (await caches.match(request, { ignoreVary: true })) ?? (await fetch(request))
  if (answer.ok && cache) {
    await cache.put(request, answer.clone())
    await dropOlder(name)
  }
  return answer
}

/** The caches of the builds, oldest first. */
async function builds() {
  return (await caches.keys()).filter((name) => name.startsWith(PREFIX))
}

/**
 * Deletes the caches of older builds except the last: that one works offline, and stays until the new build has cached each of
 * its parts. Otherwise a network failure right after a new page would leave no usable screen.
 */
async function dropOlder(name) {
  const older = (await builds()).filter((other) => other !== name)
  const last = older.pop()
  for (const other of older) await caches.delete(other)
  if (!last) return
  const here = new Set(await partsOf(name))
  if ((await partsOf(last)).every((part) => here.has(part))) await caches.delete(last)
}

/** The cached parts of a build, without their content hashes: `/assets/MyDayScreen.js`. */
async function partsOf(name) {
  const cached = await (await caches.open(name)).keys()
  return cached.map(({ url }) => new URL(url).pathname.replace(/-[\w-]{8}(?=\.\w+$)/, ''))
}

// The open page has cached everything for a driver's day: offline, this page is to be used, and no older one.
self.addEventListener('message', ({ data }) => {
  if (data !== 'ready-for-the-road') return
  builds().then((names) => Promise.all(names.slice(0, -1).map((name) => caches.delete(name))))
})

self.addEventListener('push', (event) => {
  const { title, body, url } = event.data.json()
  event.waitUntil(self.registration.showNotification(title, { body, data: { url }, icon: '/icon-192.png' }))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openPage(event.notification.data.url))
})

/** Shows a page of the product in an open window, or in a new one. */
async function openPage(url) {
  const [open] = await self.clients.matchAll({ type: 'window' })
  if (!open) return self.clients.openWindow(url)
  await open.focus()
  // A window that another page controls cannot be navigated.
  return open.navigate(url).catch(() => self.clients.openWindow(url))
}

/** As in `sendPending.ts` and `phoneStore.ts`, which an open page uses. */
const SEND = 'driver-events'
const SEND_LOCK = 'ullage-driver-send'
const STORE = 'ullage-driver-'
const EVENTS = 'events'
const PICTURES = 'pictures'
/** Maximum number of events in one call. */
const MAX_EVENTS = 50

self.addEventListener('sync', (event) => {
  // The browser retries a failed sync a few times; after that the page does.
  if (event.tag === SEND) event.waitUntil(self.navigator.locks.request(SEND_LOCK, sendPending))
})

/** Sends the pending events of the signed-in driver in order; data of other users is not read. */
async function sendPending() {
  const token = await self.cookieStore?.get('token')
  if (!token || !(await hasPending())) return
  const headers = {
    'x-api-key': await apiKey(),
    'x-screen': '/my-day',
    authorization: `Bearer ${decodeURIComponent(token.value)}`,
    'content-type': 'application/json',
  }
  const response = await fetch('/api/users/current', { headers })
  // The session has ended: the events wait for their driver to sign in.
  if (response.status === 401 || response.status === 403) return
  if (!response.ok) throw new Error(`${response.status}`)
  const { user } = await response.json()
  await inStore(STORE + user.user_id, async (db) => {
    for (const { picture_id, ...body } of await allOf(db, PICTURES)) {
      await tell('PUT', `/driver/pictures/${picture_id}`, body, headers, [404, 413, 422])
      await changed(db, PICTURES, (store) => store.delete(picture_id))
    }
    for (;;) {
      const batch = (await allOf(db, EVENTS)).filter(({ isSent }) => !isSent).slice(0, MAX_EVENTS)
      if (batch.length === 0) return
      await tell('POST', '/driver/events', { events: batch.map(({ event }) => event) }, headers)
      await changed(db, EVENTS, (store) => {
        for (const event of batch) store.put({ ...event, isSent: true })
      })
    }
  })
}

async function hasPending() {
  for (const { name } of await indexedDB.databases()) {
    if (!name?.startsWith(STORE)) continue
    const counts = await inStore(name, async (db) => [
      (await allOf(db, PICTURES)).length,
      (await allOf(db, EVENTS)).filter(({ isSent }) => !isSent).length,
    ])
    if (counts?.some((count) => count > 0)) return true
  }
  return false
}

/** @param final statuses after which a request is not repeated */
async function tell(method, path, body, headers, final = []) {
  const key = method === 'POST' && { 'idempotency-key': crypto.randomUUID() }
  const answer = await fetch(`/api${path}`, { method, headers: { ...headers, ...key }, body: JSON.stringify(body) })
  if (!answer.ok && !final.includes(answer.status)) throw new Error(`${answer.status}`)
}

/** The page contains the API key. */
async function apiKey() {
  const page = (await caches.match('/', { ignoreVary: true })) ?? (await fetch('/'))
  return /<meta name="api-key" content="([^"]*)"/.exec(await page.text())?.[1] ?? 'ullage-web'
}

/** Works in an existing database; never creates one. Closes it for a newer page. */
async function inStore(name, work) {
  if (!(await indexedDB.databases()).some((one) => one.name === name)) return undefined
  const db = await settled(indexedDB.open(name))
  db.onversionchange = () => db.close()
  try {
    return await work(db)
  } finally {
    db.close()
  }
}

function allOf(db, store) {
  return settled(db.transaction(store).objectStore(store).getAll())
}

function changed(db, name, change) {
  const transaction = db.transaction(name, 'readwrite', { durability: 'strict' })
  change(transaction.objectStore(name))
  return new Promise((resolve, reject) => {
    transaction.oncomplete = resolve
    transaction.onabort = () => reject(transaction.error)
  })
}

function settled(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
