import type { LoginType } from '#core/platform/loginTypes.ts'
import products from '#facts/products.json' with { type: 'json' }
import towns from '#facts/towns.json' with { type: 'json' }
import trucks from '#facts/trucks.json' with { type: 'json' }

export type Ids = ReadonlyMap<string, number>

/** A town with its place and zone; the hours from UTC ignore summer time, near enough for the rhythm of a day. */
export type Town = (typeof towns)[number]

/** Towns near which tanks stand, by name. */
export const TOWNS: ReadonlyMap<string, Town> = new Map(towns.map((town) => [town.town, town]))

/**
 * The products in the demo's tanks, by name, with US dollars a gallon and the companies that own them. Products of distributors have their
 * papers, the products they must not follow without cleaning, and their uses for heating.
 */
export const PRODUCTS: ReadonlyMap<string, (typeof products)[number]> = new Map(
  products.map((product) => [product.product_name, product]),
)

/**
 * Trucks, in lb and US gallons, with the town of their yard, the state that their driver serves, the first words of the products that they
 * bring, and where they load. A drifting meter has the share that it over-counts and since how many days.
 */
export const TRUCKS = trucks

export const DEMO_PASSWORD = 'Ullage#2026'

/** The username of a login type's account. */
export function demoUsername(loginType: LoginType): string {
  return `${loginType.replaceAll('_', '-')}@ullage.example`
}
