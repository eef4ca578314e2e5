import type { ORGANISATION_TYPE } from '#core/domains/companies/companyFields.ts'
import type { LoginType } from '#core/platform/loginTypes.ts'
import accounts from '#facts/accounts.json' with { type: 'json' }
import companies from '#facts/companies.json' with { type: 'json' }
import products from '#facts/products.json' with { type: 'json' }
import towns from '#facts/towns.json' with { type: 'json' }
import trucks from '#facts/trucks.json' with { type: 'json' }

export type Ids = ReadonlyMap<string, number>

/** A town with its place and zone. */
export interface Town {
  town: string
  latitude: number
  longitude: number
  timeZone: string
  /** Hours from UTC, summer time left aside: near enough for the rhythm of a day. */
  utcOffset: number
}

/** Towns that tanks stand near, by name. */
export const TOWNS: ReadonlyMap<string, Town> = new Map(towns.map((one) => [one.town, one]))

interface DemoCompany {
  key: string
  company: string
  kind: keyof typeof ORGANISATION_TYPE
  parent?: string
  website?: string
  terms: string
  account: string
  phone: string
  /** Of its office. */
  town?: string
  contact?: { first_name: string; last_name: string; job_title: string }
  tags: readonly string[]
  /** What stands in its tanks, the most frequent first. */
  products: readonly string[]
}

/** The demo's companies; a parent stands before those below it. */
export const COMPANIES = companies as readonly DemoCompany[]

interface DemoProduct {
  product_name: string
  specific_gravity: string
  product_group: 'none' | 'fuel_oil' | 'jet_fuel' | 'gasoline' | 'lubricant' | 'lpg'
  color: string
  /** US dollars a gallon. */
  list_price: string
  /** Of what distributors sell: what the papers say, what must not follow it without cleaning, and what is heated with. */
  sold?: Readonly<Record<string, string>>
  /** How tanks of it are used as a rule, and percent of the capacity that go on an average day, from and to. */
  use: { rhythm: string; percent: readonly number[] }
}

/** What stands in the demo's tanks, by name. */
export const PRODUCTS: ReadonlyMap<string, DemoProduct> = new Map(
  (products as readonly DemoProduct[]).map((one) => [one.product_name, one]),
)

interface DemoAccount {
  login_type_id: LoginType
  /** Key of a demo company; `ullage` is the business itself. */
  company: string
  first_name: string
  last_name: string
  job_title: string
  user_time_zone: string
  language: string
  owner: number
}

/**
 * One account of each login type. The administrator comes first and the developer tenth: users 1 and 10 have the developer's tools.
 * The one who reads Spanish is named in the README.
 */
export const ACCOUNTS = accounts as readonly DemoAccount[]

export const DEMO_PASSWORD = 'Ullage#2026'

/** The name with which the account of a login type signs in. */
export function demoUsername(loginType: LoginType): string {
  return `${loginType.replaceAll('_', '-')}@ullage.example`
}

interface DemoTruck {
  company: string
  truck_name: string
  driver: { first_name: string; last_name: string }
  vehicle_type: string
  serial: string
  meter_style: string
  /** lb */
  payload: number
  gvwr: number
  /** US gallons of each compartment. */
  compartments: readonly number[]
  vehicle_class: string
  compartment_class5?: string
  /** In lb: limit and empty weight, front and rear; percent of each compartment on the rear ones. */
  axles?: Readonly<Record<string, string | number>>
  /** The first words of the products that it brings. */
  carries: readonly string[]
  /** Of what it really gave, so much more its meter has counted for so many days. */
  drift?: { share: number; days: number }
  /** Where its company loads, and who supplies it there. */
  terminal?: { name: string; supplier: string }
  /** US gallons that are left on it after its latest round, or of whose bill of lading nothing is known. */
  left?: number
  missing?: number
}

const KEYS = new Set(COMPANIES.map(({ key }) => key))

/** The trucks of the demo's companies. */
export const TRUCKS = (trucks as readonly DemoTruck[]).filter(({ company }) => KEYS.has(company))
