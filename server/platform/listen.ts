import pg from 'pg'
import type { Log } from './log.ts'

export interface Listener {
  on: (channel: string, hear: (payload: string) => void) => void
  /** Called when the connection was cut and is there again: words may have been missed. */
  onReconnect: (again: () => void) => void
  close: () => Promise<void>
}

const FIRST_PAUSE = 200
const LONGEST_PAUSE = 5_000

/**
 * Hears what the servers of one database tell each other (LISTEN/NOTIFY), on a connection of its own that comes
 * back by itself.
 */
export async function openListener(
  connection: pg.PoolConfig,
  channels: readonly string[],
  log: Log,
): Promise<Listener> {
  const ears = new Map<string, ((payload: string) => void)[]>()
  const again: (() => void)[] = []
  let client: pg.Client | undefined
  let closed = false
  let timer: NodeJS.Timeout | undefined

  async function connect(): Promise<void> {
    const next = new pg.Client({ ...connection, application_name: 'ullage-listen' })
    let lost = false
    const lose = () => {
      if (lost) return
      lost = true
      next.end().catch(() => {})
      if (!closed) reconnect(FIRST_PAUSE)
    }
    next.on('error', lose)
    next.on('end', lose)
    next.on('notification', ({ channel, payload = '' }) => {
      for (const hear of ears.get(channel) ?? []) hear(payload)
    })
    await next.connect()
    for (const channel of channels) await next.query(`listen ${channel}`)
    client = next
  }

  function reconnect(pause: number): void {
    timer = setTimeout(() => {
      connect().then(
        () => {
          log.info('the database is heard again')
          for (const call of again) call()
        },
        () => {
          if (!closed) reconnect(Math.min(pause * 2, LONGEST_PAUSE))
        },
      )
    }, pause)
  }

  await connect()
  return {
    on: (channel, hear) => {
      ears.set(channel, [...(ears.get(channel) ?? []), hear])
    },
    onReconnect: (call) => {
      again.push(call)
    },
    close: async () => {
      closed = true
      clearTimeout(timer)
      await client?.end().catch(() => {})
    },
  }
}
