import type { Vehicle } from '#core/domains/shipments/checkLoad.ts'
import type { OrderLineChoice, TankChoice } from '#core/domains/shipments/loadChoices.ts'
import { suggestCompartment } from '#core/domains/shipments/suggestCompartment.ts'

/** A load as it is edited, with the names of what it refers to. */
export type Load = Readonly<Record<string, unknown>>

export function loadOfLine(line: OrderLineChoice): Load {
  const { document_detail_id, document_number, product_id, product_title, company_id, company_title } = line
  return {
    document_detail_id,
    document_number,
    product_id,
    product_title,
    company_id,
    company_title,
    quantity_ordered: Math.max(Math.floor(line.quantity_left), 1),
  }
}

export function loadOfTank(tank: TankChoice): Load {
  const { device_ports_id, place, product_id, product_title, company_id, company_title } = tank
  return {
    device_ports_id,
    tank_title: place,
    product_id,
    product_title,
    company_id,
    company_title,
    quantity_ordered: Math.max(Math.floor(tankRoom(tank)), 1),
  }
}

/** L that a tank can take beside what is planned for it already. */
export function tankRoom({ ullage, quantity_planned }: TankChoice): number {
  return Math.max(ullage - quantity_planned, 0)
}

/**
 * The loads with those that were chosen, each in the compartment where it fits best. What does not fit whole into one
 * waits without a compartment.
 */
export function withChosen(
  loads: readonly Load[],
  chosen: readonly Load[],
  vehicles: readonly Vehicle[],
): Load[] {
  const all = [...loads]
  for (const load of chosen) {
    const [product, quantity] = [Number(load['product_id']), Number(load['quantity_ordered'])]
    const compartment = suggestCompartment(vehicles, all, product, quantity)
    all.push(compartment === null ? load : { ...load, compartment })
  }
  return all
}
