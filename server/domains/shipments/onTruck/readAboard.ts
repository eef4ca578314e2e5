import { sql } from 'kysely'
import type { Aboard, Product } from '#core/domains/shipments/checkLoad.ts'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import type { Context } from '#server/platform/context.ts'
import { keyOf, movementsOf, productAfter, readCarried, readMovements } from './readMovements.ts'
import { readPlaces } from './readPlaces.ts'

interface Round {
  shipment_id: number
  truck_id: number | null
  trailer_id: number | null
}

/** Everything that a round had on board, by compartment, as far as lift tickets and earlier rounds show. */
export async function readAboard({ db }: Context, round: Round): Promise<Aboard[]> {
  const places = await readPlaces(db, round)
  const { rows: standing } = await sql<{ shipment_id: number; left_at: string | null }>`
    select shipment_id, left_at from shipment_planners where shipment_id = ${round.shipment_id}`.execute(db)
  const carried = await readCarried(
    db,
    [...new Set(places.map(({ truck_id }) => truck_id))],
    firstOf(standing),
  )
  const moved = await readMovements(db, [round.shipment_id])
  const contents = places.map((place) => {
    const key = keyOf(place)
    const own = moved.find((item) => keyOf(item) === key)
    const { carried: before, lifted } = movementsOf(own, carried.get(key), '0')
    const litres = [before, ...lifted].reduce((sum, item) => sum + Number(item), 0)
    return {
      compartment: place.number,
      product_id: productAfter(own, carried.get(key)),
      litres: litres > 0 ? litres : null,
    }
  })
  const { rows: products } = await sql<Product>`
    select product_id, product_name, grade from tank_products
    where product_id = any(${contents.flatMap(({ product_id }) => product_id ?? [])})`.execute(db)
  return contents.flatMap((content) => {
    const product = products.find(({ product_id }) => product_id === content.product_id)
    return product ? [{ ...product, ...content }] : []
  })
}
