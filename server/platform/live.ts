import type { FastifyReply } from 'fastify'
import type { Actor } from './context.ts'
import type { Listener } from './listen.ts'
import type { Metrics } from './metrics.ts'
import { tooMany } from './refusal.ts'

/**
 * What a word on the channel `live` can hold: changed devices with their companies, changed alerts, and the users
 * whose notifications changed.
 */
interface Word {
  devices?: [device_id: number, company_id: number][]
  alerts?: [alert_id: number, device_id: number, company_id: number][]
  users?: number[]
}

interface Page {
  actor: Actor
  reply: FastifyReply
  /** Who this is by now; it throws when the session ended. */
  again: () => Promise<Actor>
}

const PING = 20_000
/** After a word that rights have changed: words come in swarms. */
const ROUND = 500
/** Open pages of one user: more than anybody has, and few enough that nobody takes all the connections. */
const MOST_PAGES = 50
/** A page that does not read is let go; its client comes back and reads everything anew. */
const LARGEST_BACKLOG = 256 * 1024

export interface LiveHub {
  /** @throws Refusal 429 when somebody has too many open already. */
  open: (actor: Actor, reply: FastifyReply, again: () => Promise<Actor>) => void
  close: () => void
}

/**
 * Tells open pages what changed, each only what its account may see. Pages then read it by the ordinary calls, and are told
 * when these answer it (`whenSeen`).
 */
export function openLiveHub(
  listener: Listener,
  metrics: Metrics,
  whenSeen: (say: () => void) => void = (say) => say(),
): LiveHub {
  const pages = new Set<Page>()

  function send(page: Page, event: string, data: object): void {
    const stream = page.reply.raw
    if (stream.writableLength > LARGEST_BACKLOG) {
      stream.destroy()
      return
    }
    stream.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
  }

  listener.on('live', (payload) => whenSeen(() => tell(payload)))

  function tell(payload: string): void {
    const { devices = [], alerts = [], users = [] } = JSON.parse(payload) as Word
    for (const page of pages) {
      const seen = devices.filter(([id, company]) => sees(page.actor, id, company)).map(([id]) => id)
      if (seen.length > 0) send(page, 'devices', { device_ids: seen })
      const told = alerts.filter(([, id, company]) => sees(page.actor, id, company))
      if (told.length > 0) {
        send(page, 'alerts', { alert_ids: told.map(([id]) => id), device_ids: told.map(([, id]) => id) })
      }
      if (users.includes(page.actor.user_id ?? 0)) send(page, 'notifications', {})
    }
  }
  listener.on('definitions', () => {
    for (const page of pages) send(page, 'user_defined_fields', {})
  })
  listener.onReconnect(() => {
    for (const page of pages) send(page, 'missed', {})
  })
  const timer = setInterval(() => {
    for (const page of pages) void renew(page)
  }, PING)
  /** Whose rights have changed since the last round; `undefined` among them stands for everybody. */
  let changed = new Set<number | undefined>()
  const followAccess = inRounds(async () => {
    const whose = changed
    changed = new Set()
    const isMeant = ({ actor: { user_id, impersonator } }: Page) =>
      whose.has(undefined) || whose.has(user_id ?? 0) || (impersonator !== null && whose.has(impersonator))
    // One after the other: a thousand pages that ask at once would hold up the calls of everybody.
    for (const page of [...pages].filter(isMeant)) await renew(page)
  })
  listener.on('access', (payload) => {
    changed.add(userOf(payload))
    followAccess()
  })

  /** Rights that were given or taken, and sessions that ended, hold for open pages too. */
  async function renew(page: Page): Promise<void> {
    try {
      const before = page.actor
      page.actor = await page.again()
      if (!pages.has(page)) return
      send(page, rightsOf(before) === rightsOf(page.actor) ? 'ping' : 'access', {})
    } catch {
      page.reply.raw.end()
    }
  }

  return {
    open: (actor, reply, again) => {
      const own = [...pages].filter((page) => page.actor.user_id === actor.user_id)
      if (own.length >= MOST_PAGES) throw tooMany(60)
      const page = { actor, reply, again }
      reply.hijack()
      reply.raw.writeHead(200, {
        'content-type': 'text/event-stream',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
        // Nothing follows a stream on its connection: kept open, it would hold up the end of the server.
        connection: 'close',
      })
      pages.add(page)
      metrics.liveConnections.set(pages.size)
      send(page, 'ping', {})
      reply.raw.on('close', () => {
        pages.delete(page)
        metrics.liveConnections.set(pages.size)
      })
    },
    close: () => {
      clearInterval(timer)
      for (const { reply } of pages) reply.raw.end()
      pages.clear()
    },
  }
}

/** The user whom a word on the channel `access` names; nobody's name stands for everybody. */
export function userOf(payload: string): number | undefined {
  return payload === '' ? undefined : Number(payload)
}

/** What a page shows or hides things by. */
function rightsOf({
  loginType,
  company_id,
  permissions,
  companies,
  limits,
  canSave,
  mustEnrol,
}: Actor): string {
  const rights = [loginType, company_id, [...permissions], companies, limits, canSave, mustEnrol]
  return JSON.stringify(rights)
}

/** Does something soon after it was asked for, once however often that was, and never twice at once. */
function inRounds(work: () => Promise<void>): () => void {
  let isAsked = false
  let isRunning = false
  const run = async () => {
    isAsked = false
    isRunning = true
    await work()
    isRunning = false
    if (isAsked) setTimeout(run, ROUND).unref()
  }
  return () => {
    const isComing = isAsked || isRunning
    isAsked = true
    if (!isComing) setTimeout(run, ROUND).unref()
  }
}

function sees(actor: Actor, device_id: number, company_id: number): boolean {
  const limit = actor.limits['devices']
  if (limit && !limit.includes(device_id)) return false
  return actor.companies === 'all' || actor.companies.includes(company_id)
}
