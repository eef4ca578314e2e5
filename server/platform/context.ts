import type { LoginType } from '#core/platform/loginTypes.ts'
import type { UnitSystem } from '#core/platform/numbers/units.ts'
import type { Database } from './database/database.ts'
import type { Encryptor } from './encryptor.ts'

/** The caller: always the current account of a session, or the product itself. */
export interface Actor {
  user_id: number | null
  people_id: number | null
  session_id: number | null
  username: string
  loginType: LoginType
  company_id: number | null
  permissions: ReadonlySet<string>
  /** Companies within reach; `all` for staff. */
  companies: 'all' | readonly number[]
  /** None of them sells: the account only orders, whatever its login type. */
  onlyBuys: boolean
  /**
   * The companies within reach whose seller is within reach too; `all` for staff. Users decide about the documents and the money of
   * these only: what their own company buys is decided by its seller.
   */
  sellsTo: 'all' | readonly number[]
  /** The companies above the actor's own, whose records offered to companies below the actor sees as well. */
  above: readonly number[]
  /** For kinds of which the account sees only some records: their ids. */
  limits: Readonly<Record<string, readonly number[]>> & { readonly devices?: readonly number[] }
  canSave: boolean
  /** A second factor is required but not set up yet: the actor can only set one up. */
  mustEnrol: boolean
  language: string
  units: UnitSystem
  timeZone: string
  /** The user who signed in, while impersonating another. */
  impersonator: number | null
  /** The API key that acts for the account. */
  api_key_id: number | null
  /** Until when a sign-in at an identity provider confirms changes of the own sign-in; absent where only the password does. */
  confirmed_until?: string
}

/** Context of every command: the actor, the transaction, the time, and the encryptor for secrets. */
export interface Context {
  actor: Actor
  /** The actor's current password came with the call. */
  isConfirmed?: boolean
  /** The caller is a program: parameters that would be ignored are refused. */
  isStrict?: boolean
  /** Everything is rolled back afterwards: no history is written. */
  isTrial?: boolean
  /** Earlier values are restored. */
  isUndo?: boolean
  db: Database
  now: Date
  encryptor: Encryptor
}

/** The user and the company of a signed-in account. @throws Error if the product itself acts, which has neither */
export function accountOf({ actor: { user_id, company_id } }: Context): {
  user_id: number
  company_id: number
} {
  if (user_id === null || company_id === null) throw new Error('Only an account can do this')
  return { user_id, company_id }
}

/** The product itself, when no person acts: jobs, subscribers, the seed. */
export const systemActor: Actor = {
  user_id: null,
  people_id: null,
  session_id: null,
  username: 'ullage',
  loginType: 'administrator',
  company_id: null,
  permissions: new Set(),
  companies: 'all',
  onlyBuys: false,
  sellsTo: 'all',
  above: [],
  limits: {},
  canSave: true,
  mustEnrol: false,
  language: 'en',
  units: 'metric',
  timeZone: 'UTC',
  impersonator: null,
  api_key_id: null,
}
