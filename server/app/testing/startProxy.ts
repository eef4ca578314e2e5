import net from 'node:net'
import type pg from 'pg'

export interface DatabaseProxy {
  port: number
  /** Stops forwarding on open connections without closing them: a pulled cable. */
  cutSilently: () => void
  /** Refuses new connections and closes open ones: a restarted machine. */
  goAway: () => Promise<void>
  comeBack: () => Promise<void>
  /** The number of connections opened so far. */
  opened: () => number
  close: () => Promise<void>
}

/** A proxy to PostgreSQL that can fail as networks and machines do. */
export async function startProxy({ host, port, connectionString }: pg.PoolConfig): Promise<DatabaseProxy> {
  const target = targetOf({ host, port, connectionString })
  const pairs = new Set<[net.Socket, net.Socket]>()
  let opened = 0
  const server = net.createServer((near) => {
    opened += 1
    const far = net.connect(target as net.NetConnectOpts)
    const pair: [net.Socket, net.Socket] = [near, far]
    pairs.add(pair)
    const end = () => {
      near.destroy()
      far.destroy()
      pairs.delete(pair)
    }
    for (const socket of pair) socket.on('error', end).on('close', end)
    near.pipe(far)
    far.pipe(near)
  })
  const listen = (at: number) =>
    new Promise<void>((resolve) => server.listen(at, '127.0.0.1', () => resolve()))
  await listen(0)
  const { port: own } = server.address() as net.AddressInfo
  const goAway = () => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    for (const [near, far] of pairs) {
      near.destroy()
      far.destroy()
    }
    return closed
  }
  return {
    port: own,
    cutSilently: () => {
      for (const [near, far] of pairs) {
        near.unpipe(far).pause()
        far.unpipe(near).pause()
      }
    },
    goAway,
    comeBack: () => listen(own),
    opened: () => opened,
    close: async () => {
      if (server.listening) await goAway()
    },
  }
}

function targetOf({ host, port, connectionString }: pg.PoolConfig): net.NetConnectOpts {
  if (!connectionString && host?.startsWith('/')) return { path: `${host}/.s.PGSQL.${port ?? 5432}` }
  if (!connectionString) return { host: host ?? '127.0.0.1', port: port ?? 5432 }
  const url = new URL(connectionString)
  return { host: url.hostname, port: Number(url.port || 5432) }
}

/** A connection to the same database as the same user, through the proxy; the password is the engine's. */
export function throughProxy(
  { port }: Pick<DatabaseProxy, 'port'>,
  { connectionString, ...connection }: pg.PoolConfig,
  { password }: { password?: string },
): pg.PoolConfig {
  if (!connectionString) return { ...connection, password, host: '127.0.0.1', port }
  const url = new URL(connectionString)
  url.host = `127.0.0.1:${port}`
  return { connectionString: url.href }
}
