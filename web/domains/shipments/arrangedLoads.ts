import { Decimal } from 'decimal.js'
import type { proposeLoading } from '#core/domains/shipments/calls.ts'
import type { ResponseOf } from '#core/platform/defineCall.ts'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import { itemAt } from '#core/platform/lists/itemAt.ts'
import type { VolumeUnits } from './loading/useVolumeUnits.ts'
import type { Load } from './loads.ts'

export type Loading = ResponseOf<typeof proposeLoading>['loading']

/**
 * The loads as proposed: each in its compartment, a split one as several. A load that fits whole keeps its quantity to the
 * last digit; what does not fit is left out.
 */
export function arrangedLoads(
  loads: readonly Load[],
  { pieces, behind }: Loading,
  volumes: VolumeUnits,
): Load[] {
  return loads.flatMap((load, index): Load[] => {
    const own = pieces.filter((piece) => piece.index === index)
    const isWhole = behind.every((item) => item.index !== index)
    if (isWhole && own.length === 1) return [{ ...load, compartment: firstOf(own).compartment }]
    const parts = own.map(({ quantity_liters }) =>
      new Decimal(quantity_liters).dividedBy(volumes.size).toDecimalPlaces(3),
    )
    if (isWhole && parts.length > 0) {
      const others = Decimal.sum(0, ...parts.slice(0, -1))
      const whole = volumes.shown(load.quantity ?? load.quantity_ordered, load.unit_id)
      parts[parts.length - 1] = new Decimal(whole).minus(others)
    }
    return own.map(({ compartment }, at) => {
      const { shipment_detail_id, ...rest } = load
      // The first piece keeps the id of the saved load; the others are new.
      const identity = at === 0 && shipment_detail_id != null ? { shipment_detail_id } : {}
      return { ...rest, ...identity, compartment, ...quantityOf(itemAt(parts, at), volumes) }
    })
  })
}

function quantityOf(quantity: Decimal, { own }: VolumeUnits): Load {
  return own
    ? { quantity: quantity.toString(), unit_id: own.id, quantity_ordered: null }
    : { quantity: null, unit_id: null, quantity_ordered: Math.max(Math.floor(quantity.toNumber()), 1) }
}
