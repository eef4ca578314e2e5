import pg from 'pg'

/** What a session must find, by the names that PostgreSQL's own library has for it. */
const WANTS = ['read-write', 'primary', 'standby', 'any'] as const
type Wanted = (typeof WANTS)[number]

interface Host {
  host: string
  port: number
  connectionString: string
}

/** How long a host may take to say what it is, in milliseconds. */
const PATIENCE = 3_000
/** A connection costs so little that each asks: whether it writes, and whether it follows another. */
const ASK = `select pg_is_in_recovery() as follows, current_setting('transaction_read_only') = 'on' as only_reads`

const ADDRESS = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#@]*)([^?#]*)(\?[^#]*)?$/
const OWN_PART = /([?&])target_session_attrs=([^&]*)&?/

/** An address with several hosts, or one that says what a session must find there; `undefined` when it is neither. */
function read(address: string): { wanted: string | undefined; addresses: string[] } | undefined {
  const [, before, hosts, path, query = ''] = ADDRESS.exec(address) ?? []
  const wanted = OWN_PART.exec(query)?.[2]
  if (hosts === undefined || (!hosts.includes(',') && wanted === undefined)) return undefined
  const rest = query.replace(OWN_PART, '$1').replace(/[?&]$/, '')
  return { wanted, addresses: hosts.split(',').map((host) => `${before}${host}${path}${rest}`) }
}

/** The addresses of the single hosts of one address, to be judged one by one. */
export function singleAddresses(address: string): string[] {
  return read(address)?.addresses ?? [address]
}

/** What is wrong with how an address of several hosts says which of them is meant; nothing when it is right. */
export function databaseHostsProblem(address: string, allowed: readonly string[]): string | undefined {
  const { wanted, addresses } = read(address) ?? { addresses: [] }
  if (wanted === undefined ? addresses.length < 2 : allowed.includes(wanted)) return undefined
  return `of several hosts it says which is meant: target_session_attrs=${allowed.join(' or ')}`
}

/**
 * The hosts of an address such as `postgres://user@one:5432,two:5432/ullage?target_session_attrs=read-write`. The driver
 * knows one host only: which one it is, is found out by asking all of them at once, and remembered until somebody finds that
 * it has changed.
 */
export class DatabaseHosts {
  private static readonly known = new Map<string, DatabaseHosts>()
  private readonly hosts: readonly Host[]
  private readonly wanted: Wanted
  private current: Promise<Host> | undefined

  /** The hosts of an address, one object for all connections to it; nothing for an address that the driver understands. */
  static of(address: string | undefined): DatabaseHosts | undefined {
    const found = address === undefined ? undefined : DatabaseHosts.known.get(address)
    const parts = address === undefined || found ? undefined : read(address)
    if (!address || !parts) return found
    const hosts = new DatabaseHosts(parts.addresses, parts.wanted as Wanted)
    DatabaseHosts.known.set(address, hosts)
    return hosts
  }

  private constructor(addresses: readonly string[], wanted: Wanted = 'read-write') {
    this.wanted = wanted
    this.hosts = addresses.map((connectionString) => {
      const { host, port } = new pg.Client({ connectionString })
      return { host, port, connectionString }
    })
  }

  /** Any of them: what is the same for all (user, database, certificates) is read from it. */
  get sample(): string {
    return this.hosts[0]!.connectionString
  }

  /** The host that is the wanted one, as far as is known. @throws Error when none of them is at the moment. */
  choose(): Promise<Host> {
    if (!this.current) {
      const found = this.find()
      this.current = found
      found.catch(() => this.forget(found))
    }
    return this.current
  }

  /** The next connection asks anew. */
  forget(found = this.current): void {
    if (this.current === found) this.current = undefined
  }

  /** Asks a connection that was just made whether it came to the wanted one. @throws Error when not. */
  async verify(client: pg.ClientBase): Promise<void> {
    const { rows } = await client.query(ASK)
    if (!this.fits(rows[0])) throw noneFits(this.wanted)
  }

  private fits({ follows, only_reads }: { follows: boolean; only_reads: boolean }): boolean {
    if (this.wanted === 'any') return true
    return this.wanted === 'standby' ? follows : !follows && !only_reads
  }

  private async find(): Promise<Host> {
    const asked = this.hosts.map(async (host) => {
      const client = new pg.Client({
        connectionString: host.connectionString,
        connectionTimeoutMillis: PATIENCE,
        query_timeout: PATIENCE,
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
    return Promise.any(asked).catch(({ errors }: AggregateError) => {
      // What a database says itself tells more than that another does not answer.
      throw errors.find(({ severity }) => severity !== undefined) ?? errors[0]
    })
  }
}

/** Told like what PostgreSQL says of a start or a change that is under way: come back in a moment. */
function noneFits(wanted: Wanted): Error {
  const what = wanted === 'standby' ? 'is a standby' : 'takes writes'
  return Object.assign(new Error(`no host of the address ${what} at the moment`), {
    code: '57P03',
    severity: 'FATAL',
  })
}
