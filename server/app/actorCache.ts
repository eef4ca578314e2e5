import type { KnownActor } from '#server/domains/access/actorOfSession.ts'
import { noSession } from '#server/platform/refusal.ts'

/** How long an actor may be believed when no word of a change came: the word comes at once, this is the net. */
const LIFETIME = 15_000
const LARGEST = 5_000

/**
 * Who acts with which token. It is emptied by every write of this server and by the word of the others, so that
 * what was taken from an account holds at its next call.
 */
export class ActorCache {
  private readonly known = new Map<string, { actor: KnownActor; until: number }>()
  /** Counts the words of changes: what was read before one came is not kept. */
  private generation = 0
  private readonly read: (token: string) => Promise<KnownActor>

  constructor(read: (token: string) => Promise<KnownActor>) {
    this.read = read
  }

  async of(token: string): Promise<KnownActor> {
    const found = this.known.get(token)
    const now = Date.now()
    if (found && found.until > now) {
      if (found.actor.expires <= now) throw noSession()
      return found.actor
    }
    const { generation } = this
    const actor = await this.read(token)
    if (generation !== this.generation) return actor
    if (this.known.size >= LARGEST) this.known.clear()
    this.known.set(token, { actor, until: now + LIFETIME })
    return actor
  }

  clear(): void {
    this.generation += 1
    this.known.clear()
  }
}
