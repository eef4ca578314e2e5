import { placeName } from '#core/domains/devices/placeName.ts'
import { gradeOf, type Product, type Vehicle } from '#core/domains/shipments/checkLoad.ts'
import type { OrderLineChoice, TankChoice } from '#core/domains/shipments/loadChoices.ts'
import { suggestCompartment } from '#core/domains/shipments/suggestCompartment.ts'
import { ROOM_ROUNDING } from '#core/domains/tanks/room.ts'
import type { VolumeUnits } from './loading/useVolumeUnits.ts'

/** A load as it is edited, with the names of what it refers to. */
export type Load = Readonly<Record<string, unknown>>

/** What is left of an order's line, or as much of it as its tanks can take. */
export function loadOfLine(line: OrderLineChoice, volumes: VolumeUnits): Load {
  const { document_detail_id, document_number, product_id, product_title, company_id, company_title } = line
  const { tanks, room, room_celsius } = line
  const fits = room === null || room >= line.liters_left
  const isOwn = line.unit_code !== null && line.unit_id === volumes.own?.id
  return {
    document_detail_id,
    document_number,
    product_id,
    product_title,
    company_id,
    company_title,
    ...{ tanks, room, room_celsius },
    ...(fits && isOwn
      ? { quantity: String(line.quantity_left), unit_id: line.unit_id }
      : quantityOf(fits ? line.liters_left : Math.max(room, 0), volumes)),
  }
}

/** What a tank can take. */
export function loadOfTank(tank: TankChoice, volumes: VolumeUnits): Load {
  const { device_ports_id, place, public_id, product_id, product_title } = tank
  const { company_id, company_title, room, room_celsius } = tank
  return {
    device_ports_id,
    tank_title: place,
    place,
    public_id,
    product_id,
    product_title,
    company_id,
    company_title,
    ...{ tanks: [device_ports_id], room, room_celsius },
    ...quantityOf(room, volumes),
  }
}

/** Litres in whole units of the reader's own, never more than there are. */
function quantityOf(litres: number, { own, size }: VolumeUnits): Load {
  const whole = Math.floor((litres + ROOM_ROUNDING) / size)
  return own
    ? { quantity: String(Math.max(whole, 1)), unit_id: own.id }
    : { quantity_ordered: Math.max(Math.floor(litres + ROOM_ROUNDING), 1) }
}

interface Fitting {
  vehicles: readonly Vehicle[]
  products: readonly Product[]
  litresOf: (load: Load) => number
}

/**
 * The loads with those that were chosen, each in the compartment where it fits best. What does not fit whole into one
 * waits without a compartment.
 */
export function withChosen(
  loads: readonly Load[],
  chosen: readonly Load[],
  { vehicles, products, litresOf }: Fitting,
): Load[] {
  const gradeOfLoad = (load: Load) => {
    const product = products.find(({ product_id }) => product_id === Number(load['product_id']))
    return gradeOf(product ?? { product_id: Number(load['product_id']) }).toLowerCase()
  }
  const placed = (load: Load) => ({
    product_id: gradeOfLoad(load),
    compartment: load['compartment'],
    quantity_ordered: litresOf(load),
  })
  const all = [...loads]
  for (const load of chosen) {
    const compartment = suggestCompartment(vehicles, all.map(placed), gradeOfLoad(load), litresOf(load))
    all.push(compartment === null ? load : { ...load, compartment })
  }
  return all
}

/** What a load is called: by the place of its tank and the product that it brings. */
export function loadName({ place, product_title }: Load): string {
  const product = String(product_title ?? '')
  return place ? placeName({ label: String(place), public_id: '', products: [product] }) : product
}
