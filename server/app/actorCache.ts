import type { SessionActor } from '#server/domains/access/actorOfSession.ts'
import { noSession } from '#server/platform/refusal.ts'

/** How long an actor may be believed when no word of a change came: the word comes at once, this is the net. */
const LIFETIME = 15_000
const LARGEST = 5_000

/**
 * Who acts with which token. What was taken from an account holds at its next call: the account is forgotten by every
 * write of this server that changed its rights, and by the word of the others.
 */
export class ActorCache {
  private readonly known = new Map<string, { actor: SessionActor; until: number }>()
  /** Counts the words of changes: what was read before one came is not kept. */
  private generation = 0
  private readonly read: (token: string) => Promise<SessionActor>

  constructor(read: (token: string) => Promise<SessionActor>) {
    this.read = read
  }

  async of(token: string): Promise<SessionActor> {
    const found = this.known.get(token)
    return found && found.until > Date.now() ? inTime(found.actor) : this.readAnew(token)
  }

  /** The same for who asks again and again and changes nothing meanwhile: only a word of a change makes it read anew. */
  async ofOpenPage(token: string): Promise<SessionActor> {
    const found = this.known.get(token)
    return found ? inTime(found.actor) : this.readAnew(token)
  }

  private async readAnew(token: string): Promise<SessionActor> {
    const { generation } = this
    const actor = await this.read(token)
    if (generation !== this.generation) return actor
    if (this.known.size >= LARGEST) this.known.clear()
    this.known.set(token, { actor, until: Date.now() + LIFETIME })
    return actor
  }

  /** Forgets one user, whoever acts as him too, and as whom he acts; without an id everybody. */
  forget(user_id?: number): void {
    this.generation += 1
    if (user_id === undefined) this.known.clear()
    for (const [token, { actor }] of this.known)
      if (actor.user_id === user_id || actor.impersonator === user_id) this.known.delete(token)
  }
}

function inTime(actor: SessionActor): SessionActor {
  if (actor.expires <= Date.now()) throw noSession()
  return actor
}
