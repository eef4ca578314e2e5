import type { TruckCompartment } from './onTruckAnswer.ts'

/** Whether a compartment has a part in its round: something is planned for it, was moved, or is in it. */
export function isUsed(one: TruckCompartment): boolean {
  return [
    one.on_board_liters,
    one.loaded_liters,
    one.planned_liters,
    one.carried_liters,
    one.delivered_liters,
  ].some(Boolean)
}
