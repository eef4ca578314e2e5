import type { TruckCompartment } from './onTruckResponse.ts'

/** Whether a round uses a compartment: product is planned for it, was moved, or is in it. */
export function isUsed(compartment: TruckCompartment): boolean {
  return [
    compartment.on_board_liters,
    compartment.loaded_liters,
    compartment.planned_liters,
    compartment.carried_liters,
    compartment.delivered_liters,
  ].some(Boolean)
}
