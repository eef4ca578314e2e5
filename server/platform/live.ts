import type { FastifyReply } from 'fastify'
import { LONGEST_LOADING } from '#core/platform/longestLoading.ts'
import type { Actor } from './context.ts'
import type { Listener } from './database/listen.ts'
import type { ChangedRecord, LiveMessage } from './database/notify.ts'
import type { Metrics } from './metrics.ts'
import { tooManyRequests } from './refusal.ts'

/** The kinds, with their ids' names, under which an actor may see a changed record; none when they may not see it. */
export type VisibleKinds = (actor: Actor, record: ChangedRecord) => readonly { name: string; id: string }[]

interface Page {
  actor: Actor
  /** Pages with the same rights get the same events. */
  rights: string
  reply: FastifyReply
  /** The current actor of the page; throws when the session ended. */
  again: () => Promise<Actor>
}

const PING = 20_000
/** Changes within this time are sent together (ms). */
const GATHER_MS = 40
/** Additional delay per open page (ms): devices report all the time, and each report is sent to every page. */
const GATHER_MS_PER_PAGE = 0.2
/** Debounce after a permission change; they come in bursts (ms). */
const DEBOUNCE_MS = 500
/** Maximum number of open pages per user: more than anyone has, and few enough that no user can take all connections. */
const MAX_PAGES = 50
/** A page that does not read is disconnected; its client reconnects and reads everything again. */
const MAX_BACKLOG_BYTES = 256 * 1024

export interface LiveHub {
  /**
   * Opens the stream of a page. It begins with the changes since the page started to load, which no stream has reported.
   * @param loading for how long it has been loading, in milliseconds
   * @throws Refusal 429 when the user has too many pages open.
   */
  open: (actor: Actor, reply: FastifyReply, again: () => Promise<Actor>, loading: number) => void
  close: () => void
}

/**
 * Sends changes to open pages, each only what its account may see. Pages then read the records by the ordinary calls, and get the event
 * once these calls return the change (`whenSeen`).
 */
export function openLiveHub(
  listener: Listener,
  metrics: Metrics,
  visibleKinds: VisibleKinds,
  whenSeen: (send: () => void) => void = (send) => send(),
): LiveHub {
  const pages = new Set<Page>()
  const recent = openRecentChanges()

  const open = { pages, recent, visibleKinds }
  gatherChanges(listener, pages, (changes) => whenSeen(() => sendChanges(open, changes)))
  listener.on('definitions', () => {
    for (const page of pages) send(page, 'user_defined_fields')
  })
  listener.onReconnect(() => {
    for (const page of pages) send(page, 'missed', { pages: pages.size })
  })
  const renewOne = (page: Page) => renew(pages, page)
  const timer = setInterval(() => {
    for (const page of pages) void renewOne(page)
  }, PING)
  followAccess(listener, pages, renewOne)
  return {
    open: (actor, reply, again, loading) => {
      const page = { actor, rights: rightsOf(actor), reply, again }
      addPage(pages, page, metrics)
      send(page, 'ping')
      const since = recent.since(performance.now() - loading)
      write(page, since.textFor(actor, visibleKinds, 1))
      if (since.users.has(actor.user_id ?? 0)) send(page, 'notifications')
    },
    close: () => {
      clearInterval(timer)
      for (const { reply } of pages) reply.raw.end()
      pages.clear()
    },
  }
}

interface OpenPages {
  pages: ReadonlySet<Page>
  recent: ReturnType<typeof openRecentChanges>
  visibleKinds: VisibleKinds
}

/** Sends each page what its account may see; pages with the same rights share one text. */
function sendChanges({ pages, recent, visibleKinds }: OpenPages, changes: ChangeSet): void {
  recent.add(changes)
  const texts = new Map<string, Buffer>()
  for (const page of pages) {
    const text = texts.get(page.rights) ?? Buffer.from(changes.textFor(page.actor, visibleKinds, pages.size))
    texts.set(page.rights, text)
    if (text.length > 0) write(page, text)
    if (changes.users.has(page.actor.user_id ?? 0)) send(page, 'notifications')
  }
}

/** Granted and removed rights and ended sessions apply to open pages too. */
async function renew(pages: ReadonlySet<Page>, page: Page): Promise<void> {
  try {
    const before = page.rights
    page.actor = await page.again()
    page.rights = rightsOf(page.actor)
    if (!pages.has(page)) return
    send(page, before === page.rights ? 'ping' : 'access')
  } catch {
    page.reply.raw.end()
  }
}

/** @throws Refusal 429 when the user has too many pages open */
function addPage(pages: Set<Page>, page: Page, { liveConnections }: Metrics): void {
  const own = [...pages].filter(({ actor }) => actor.user_id === page.actor.user_id)
  if (own.length >= MAX_PAGES) throw tooManyRequests(60)
  beginStream(page.reply)
  pages.add(page)
  liveConnections.set(pages.size)
  page.reply.raw.on('close', () => {
    pages.delete(page)
    liveConnections.set(pages.size)
  })
}

function write(page: Page, text: string | Buffer): void {
  const stream = page.reply.raw
  if (stream.writableLength > MAX_BACKLOG_BYTES) {
    stream.destroy()
    return
  }
  stream.write(text)
}

function send(page: Page, event: string, data: object = {}): void {
  write(page, textOf(event, data))
}

function beginStream(reply: FastifyReply): void {
  reply.hijack()
  reply.raw.writeHead(200, {
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    // No request follows a stream on its connection: a keep-alive connection would delay the shutdown of the server.
    connection: 'close',
  })
}

/** Gathers the changes of a moment, so that pages receive them together. */
function gatherChanges(
  listener: Listener,
  pages: ReadonlySet<Page>,
  send: (changes: ChangeSet) => void,
): void {
  let changes = new ChangeSet()
  let gathering: { timer: NodeJS.Timeout; until: number } | undefined
  function endGathering(): void {
    const gathered = changes
    changes = new ChangeSet()
    gathering = undefined
    send(gathered)
  }
  listener.on('live', (payload) => {
    const message: Partial<LiveMessage> = JSON.parse(payload)
    changes.add(message)
    const isReport = !message.records && !message.alerts && !message.users
    const pause = GATHER_MS + (isReport ? pages.size * GATHER_MS_PER_PAGE : 0)
    const until = performance.now() + pause
    if (gathering && gathering.until <= until) return
    clearTimeout(gathering?.timer)
    gathering = { until, timer: setTimeout(endGathering, pause).unref() }
  })
}

/** Recent changes with their times, for pages that are still loading. */
function openRecentChanges() {
  let recent: { at: number; changes: ChangeSet }[] = []
  return {
    add: (changes: ChangeSet) => {
      const now = performance.now()
      recent = [...recent.filter(({ at }) => at >= now - LONGEST_LOADING), { at: now, changes }]
    },
    since: (begin: number) => {
      const since = new ChangeSet()
      for (const { at, changes } of recent) if (at >= begin) since.include(changes)
      return since
    },
  }
}

/** Renews the pages of users whose rights have changed. */
function followAccess(
  listener: Listener,
  pages: ReadonlySet<Page>,
  renew: (page: Page) => Promise<void>,
): void {
  /** Users whose rights have changed since the last run; `undefined` stands for all users. */
  let changed = new Set<number | undefined>()
  const follow = inRounds(async () => {
    const affected = changed
    changed = new Set()
    const isMeant = ({ actor: { user_id, impersonator } }: Page) =>
      affected.has(undefined) ||
      affected.has(user_id ?? 0) ||
      (impersonator !== null && affected.has(impersonator))
    // One after the other: a thousand pages that ask at once would delay the calls of all users.
    for (const page of [...pages].filter(isMeant)) await renew(page)
  })
  listener.on('access', (payload) => {
    changed.add(userOfAccessMessage(payload))
    follow()
  })
}

/** The user that a message on the channel `access` names; undefined stands for all users. */
export function userOfAccessMessage(payload: string): number | undefined {
  return payload === '' ? undefined : Number(payload)
}

/** The rights by which a page shows or hides things. */
function rightsOf({
  loginType,
  company_id,
  permissions,
  companies,
  onlyBuys,
  sellsTo,
  limits,
  canSave,
  mustEnrol,
}: Actor): string {
  const reach = [companies, onlyBuys, sellsTo, limits]
  return JSON.stringify([loginType, company_id, [...permissions], reach, canSave, mustEnrol])
}

/** Debounces work: it runs once soon after any number of requests, and never twice at the same time. */
function inRounds(work: () => Promise<void>): () => void {
  let isRequested = false
  let isRunning = false
  const run = async () => {
    isRequested = false
    isRunning = true
    await work()
    isRunning = false
    if (isRequested) setTimeout(run, DEBOUNCE_MS).unref()
  }
  return () => {
    const isComing = isRequested || isRunning
    isRequested = true
    if (!isComing) setTimeout(run, DEBOUNCE_MS).unref()
  }
}

/** Changes within a moment, each record once. */
class ChangeSet {
  readonly users = new Set<number>()
  private readonly devices = new Map<number, number>()
  private readonly alerts = new Map<number, [device_id: number, company_id: number]>()
  private readonly records = new Map<string, ChangedRecord>()

  add({ devices = [], alerts = [], records = [], users = [] }: Partial<LiveMessage>): void {
    for (const [id, company] of devices) this.devices.set(id, company)
    for (const [id, ...owner] of alerts) this.alerts.set(id, owner)
    for (const record of records) this.records.set(record.join(), record)
    for (const id of users) this.users.add(id)
  }

  include({ users, devices, alerts, records }: ChangeSet): void {
    for (const id of users) this.users.add(id)
    for (const [id, company] of devices) this.devices.set(id, company)
    for (const [id, owner] of alerts) this.alerts.set(id, owner)
    for (const [key, record] of records) this.records.set(key, record)
  }

  /** The changes that an actor may see, as events; `pages` is the number of receivers, so that they spread their requests. */
  textFor(actor: Actor, visibleKinds: VisibleKinds, pages: number): string {
    // Who may read a device may read its alerts.
    const seesDevice = (id: number, company_id: number) =>
      visibleKinds(actor, ['devices', id, company_id]).length > 0
    const device_ids = [...this.devices].filter((device) => seesDevice(...device)).map(([id]) => id)
    const alerts = [...this.alerts].filter(([, owner]) => seesDevice(...owner))
    const changed = new Map<string, { kind: string; key: string; ids: number[] }>()
    for (const record of this.records.values()) {
      for (const { name, id } of visibleKinds(actor, record)) {
        const event = changed.get(name) ?? { kind: name, key: id, ids: [] }
        event.ids.push(record[1])
        changed.set(name, event)
      }
    }
    return [
      device_ids.length > 0 && textOf('devices', { device_ids, pages }),
      alerts.length > 0 &&
        textOf('alerts', {
          alert_ids: alerts.map(([id]) => id),
          device_ids: alerts.map(([, [id]]) => id),
          pages,
        }),
      ...[...changed.values()].map((event) => textOf('changed', { ...event, pages })),
    ]
      .filter((text) => text !== false)
      .join('')
  }
}

function textOf(event: string, data: object): string {
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`
}
