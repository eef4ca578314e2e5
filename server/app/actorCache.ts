import { LRUCache } from 'lru-cache'
import type { SessionActor } from '#server/domains/access/sessions/actorOfSession.ts'
import { noSession, wrongApiKey } from '#server/platform/refusal.ts'

/** Maximum age of a cached actor (ms). Changes are announced at once; this covers a lost announcement. */
const MAX_AGE_MS = 15_000
const MAX_ENTRIES = 5_000

/**
 * The actor of each session token and API key. A right taken from an account is gone at its next call: every write of this server that changes rights
 * evicts the account, and so do the notifications of other servers.
 */
export class ActorCache {
  private readonly known = new LRUCache<string, SessionActor>({
    ...{ max: MAX_ENTRIES, ttl: MAX_AGE_MS, noDeleteOnStaleGet: true },
  })
  /** Counts announced changes: a read that began before one is not cached. */
  private generation = 0
  private readonly read: (token: string) => Promise<SessionActor>

  constructor(read: (token: string) => Promise<SessionActor>) {
    this.read = read
  }

  async of(token: string): Promise<SessionActor> {
    const found = this.known.get(token)
    return found ? inTime(found) : this.load(token)
  }

  /** Like `of`, for callers that poll without changing anything: only an announced change causes a new read. */
  async ofOpenPage(token: string): Promise<SessionActor> {
    const found = this.known.get(token, { allowStale: true })
    return found ? inTime(found) : this.load(token)
  }

  private async load(token: string): Promise<SessionActor> {
    const { generation } = this
    const actor = await this.read(token)
    if (generation !== this.generation) return actor
    this.known.set(token, actor)
    return actor
  }

  /** Evicts a user, their impersonators and the users whom they impersonate; without an id, all users. */
  forget(user_id?: number): void {
    this.generation += 1
    if (user_id === undefined) this.known.clear()
    for (const [token, actor] of this.known)
      if (actor.user_id === user_id || actor.impersonator === user_id) this.known.delete(token)
  }
}

function inTime(actor: SessionActor): SessionActor {
  if (actor.expires <= Date.now()) throw actor.api_key_id === null ? noSession() : wrongApiKey()
  return actor
}
