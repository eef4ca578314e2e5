import pg from 'pg'
import { firstOf } from '#core/platform/lists/firstOf.ts'

/** The wanted role of a host, by libpq's names. */
const WANTS = ['read-write', 'primary', 'standby', 'any'] as const
type Wanted = (typeof WANTS)[number]

interface Host {
  host: string
  port: number
  connectionString: string
}

/** How long a host may take to report its role (ms). */
const TIMEOUT_MS = 3_000
/** Asked on each new connection, as it costs little: whether the host accepts writes, and whether it is a standby. */
const ROLE_QUERY = `select pg_is_in_recovery() as follows, current_setting('transaction_read_only') = 'on' as only_reads`

const ADDRESS = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#@]*)([^?#]*)(\?[^#]*)?$/
const OWN_PART = /([?&])target_session_attrs=([^&]*)&?/

/** Parses an address with several hosts or a wanted role; `undefined` for any other. */
function read(address: string): { wanted: string | undefined; addresses: string[] } | undefined {
  const [, before, hosts, path, query = ''] = ADDRESS.exec(address) ?? []
  const requested = OWN_PART.exec(query)?.[2]
  if (hosts === undefined || (!hosts.includes(',') && requested === undefined)) return undefined
  const rest = query.replace(OWN_PART, '$1').replace(/[?&]$/, '')
  return { wanted: requested, addresses: hosts.split(',').map((host) => `${before}${host}${path}${rest}`) }
}

/** The addresses of the single hosts of one address, to be validated one by one. */
export function singleAddresses(address: string): string[] {
  return read(address)?.addresses ?? [address]
}

/** Error in the wanted role of an address; undefined if it is correct. */
export function databaseHostsProblem(address: string, allowed: readonly string[]): string | undefined {
  const { wanted, addresses } = read(address) ?? { addresses: [] }
  if (wanted === undefined ? addresses.length < 2 : allowed.includes(wanted)) return undefined
  return `an address with several hosts must name the wanted role: target_session_attrs=${allowed.join(' or ')}`
}

/**
 * The hosts of an address such as `postgres://user@one:5432,two:5432/ullage?target_session_attrs=read-write`. The driver supports one host
 * only: all are queried at once for which one has the required role, and the response is cached until a connection finds that it has changed.
 */
export class DatabaseHosts {
  private static readonly known = new Map<string, DatabaseHosts>()
  private readonly hosts: readonly Host[]
  private readonly wanted: Wanted
  private current: Promise<Host> | undefined

  /** The hosts of an address, one object for all connections to it; undefined for an address that the driver understands. */
  static of(address: string | undefined): DatabaseHosts | undefined {
    const found = address === undefined ? undefined : DatabaseHosts.known.get(address)
    const parts = address === undefined || found ? undefined : read(address)
    if (!address || !parts) return found
    const requested = WANTS.find((item) => item === parts.wanted)
    const hosts = new DatabaseHosts(parts.addresses, requested)
    DatabaseHosts.known.set(address, hosts)
    return hosts
  }

  private constructor(addresses: readonly string[], requested: Wanted = 'read-write') {
    this.wanted = requested
    this.hosts = addresses.map((connectionString) => {
      const { host, port } = new pg.Client({ connectionString })
      return { host, port, connectionString }
    })
  }

  /** Any host: the parts that all share (user, database, certificates) are read from it. */
  get sample(): string {
    return firstOf(this.hosts).connectionString
  }

  /** The host with the wanted role. @throws Error when none has it at the moment. */
  choose(): Promise<Host> {
    if (!this.current) {
      const found = this.find()
      this.current = found
      found.catch(() => this.forget(found))
    }
    return this.current
  }

  /** Forgets the chosen host, so that the next connection looks for one again. */
  forget(found = this.current): void {
    if (this.current === found) this.current = undefined
  }

  /** Checks that a new connection leads to the wanted role. @throws Error when not. */
  async verify(client: pg.ClientBase): Promise<void> {
    const { rows } = await client.query(ROLE_QUERY)
    if (!this.fits(rows[0])) throw noneFits(this.wanted)
  }

  private fits({ follows, only_reads }: { follows: boolean; only_reads: boolean }): boolean {
    if (this.wanted === 'any') return true
    return this.wanted === 'standby' ? follows : !follows && !only_reads
  }

  private async find(): Promise<Host> {
    const attempts = this.hosts.map(async (host) => {
      const client = new pg.Client({
        connectionString: host.connectionString,
        connectionTimeoutMillis: TIMEOUT_MS,
        query_timeout: TIMEOUT_MS,
        application_name: 'ullage-asks',
      })
      client.on('error', () => {})
      try {
        await client.connect()
        await this.verify(client)
        return host
      } finally {
        client.end().catch(() => {})
      }
    })
    return Promise.any(attempts).catch(({ errors }: AggregateError) => {
      // An error from a database is more useful than the error of a host that does not respond.
      throw errors.find(({ severity }) => severity !== undefined) ?? errors[0]
    })
  }
}

/** The error that PostgreSQL reports during a start or a failover: retry in a moment. */
function noneFits(requested: Wanted): Error {
  const what = requested === 'standby' ? 'is a standby' : 'takes writes'
  return Object.assign(new Error(`no host of the address ${what} at the moment`), {
    code: '57P03',
    severity: 'FATAL',
  })
}
