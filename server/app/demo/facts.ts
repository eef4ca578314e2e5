import type { LoginType } from '#core/platform/loginTypes.ts'
import products from '#facts/products.json' with { type: 'json' }
import towns from '#facts/towns.json' with { type: 'json' }
import trucks from '#facts/trucks.json' with { type: 'json' }

export type Ids = ReadonlyMap<string, number>

/** A town with its place and zone; hours from UTC leave summer time aside: near enough for the rhythm of a day. */
export type Town = (typeof towns)[number]

/** Towns that tanks stand near, by name. */
export const TOWNS: ReadonlyMap<string, Town> = new Map(towns.map((one) => [one.town, one]))

/**
 * What stands in the demo's tanks, by name, with US dollars a gallon and the companies whose product it is. What distributors sell has its
 * papers, what must not follow it without cleaning, and what is heated with it.
 */
export const PRODUCTS: ReadonlyMap<string, (typeof products)[number]> = new Map(
  products.map((one) => [one.product_name, one]),
)

/**
 * Trucks, in lb and US gallons, with the town of their yard, the state that their driver serves, the first words of the products that
 * they bring, and where they load. Of what it really gave, the meter of one that drifts has counted so much more for so many days.
 */
export const TRUCKS = trucks

export const DEMO_PASSWORD = 'Ullage#2026'

/** The name with which the account of a login type signs in. */
export function demoUsername(loginType: LoginType): string {
  return `${loginType.replaceAll('_', '-')}@ullage.example`
}
