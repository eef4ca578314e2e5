import { placeName } from '#core/domains/devices/placeName.ts'
import type { Load as JudgedLoad, Product, Vehicle } from '#core/domains/shipments/checkLoad.ts'
import type { OrderLineChoice, TankChoice } from '#core/domains/shipments/loadChoices.ts'
import { type StoredStop, stopPlaces } from '#core/domains/shipments/stops.ts'
import { suggestCompartment } from '#core/domains/shipments/trucks/suggestCompartment.ts'
import { ROOM_ROUNDING } from '#core/domains/tanks/room.ts'
import { lastOf } from '#core/platform/lists/firstOf.ts'
import { itemAt } from '#core/platform/lists/itemAt.ts'
import type { LoadRecord } from '#web/domains/shipments/shipmentRecord.ts'
import type { EnteredRow } from '#web/resources/recordIn.ts'
import type { VolumeUnits } from './loading/useVolumeUnits.ts'

/** A load being edited, with the names of its references. */
export type Load = EnteredRow<LoadRecord>

/** The rest of an order's line, or as much of it as its tanks can take. */
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

/** A load that fills a tank to its room. */
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

/** Litres in whole units of the reader's own, rounded down. */
function quantityOf(litres: number, { own, size }: VolumeUnits): Load {
  const whole = Math.floor((litres + ROOM_ROUNDING) / size)
  return own
    ? { quantity: String(Math.max(whole, 1)), unit_id: own.id }
    : { quantity_ordered: Math.max(Math.floor(litres + ROOM_ROUNDING), 1) }
}

export type LoadProduct = Product & { specific_gravity: string }

/** The data by which the loads of a form are checked. */
export interface LoadContext {
  products: readonly LoadProduct[]
  /** The saved loads, and the stops of the round. */
  saved: readonly Load[]
  stops: readonly StoredStop[]
  litresOf: (load: Load) => number
}

/** The loads of a form as input of the rules. */
export function judgedLoads(
  loads: readonly Load[],
  { products, saved, stops, litresOf }: LoadContext,
): JudgedLoad[] {
  const all = loads.map((load): Load => ({ ...savedOf(load, saved), ...load }))
  const places = stopPlaces(
    stops,
    all.map((load) => ({ ...load, ...addressOf(load, saved) })),
  )
  return all.map((load, index) => ({
    specific_gravity: '1',
    product_id: Number(load.product_id) || null,
    ...products.find(({ product_id }) => product_id === Number(load.product_id)),
    compartment: load.compartment == null ? null : Number(load.compartment),
    quantity: litresOf(itemAt(loads, index)),
    tanks: Array.isArray(load.tanks) ? load.tanks : [],
    room: load.room == null ? null : Number(load.room),
    stop: itemAt(places, index),
  }))
}

const savedOf = (load: Load, saved: readonly Load[]) =>
  saved.find((item) => item.shipment_detail_id === load.shipment_detail_id)

/** The stop of a load. A new one goes to the stop of a saved one for the same place, or to its own. */
function addressOf(load: Load, saved: readonly Load[]): Load {
  if (load.shipment_detail_id != null || !load.place) return load
  const sameStop = saved.find((item) => item.place === load.place && item.company_id === load.company_id)
  return sameStop
    ? { ...sameStop, ...load }
    : { company_id: load.company_id, ship_location_label: load.place }
}

/** The loads plus the chosen ones, each in the compartment where it fits best. What fits into none whole stays without a compartment. */
export function withChosen(
  loads: readonly Load[],
  chosen: readonly Load[],
  { vehicles, ...context }: LoadContext & { vehicles: readonly Vehicle[] },
): Load[] {
  const all = [...loads]
  for (const load of chosen) {
    const judged = judgedLoads([...all, load], context)
    const compartment = suggestCompartment(vehicles, judged.slice(0, -1), lastOf(judged))
    all.push(compartment === null ? load : { ...load, compartment })
  }
  return all
}

/** The name of a load: the place of its tank and its product. */
export function loadName({ place, product_title }: Load): string {
  const product = String(product_title ?? '')
  return place ? placeName({ label: String(place), public_id: '', products: [product] }) : product
}
