import { CORRECTED_GROUPS, LIQUEFIED_GAS } from './correctedGroups.ts'

/** What a vehicle, or one compartment of it, is built to carry. */
export const VEHICLE_CLASSES = ['any', 'fuel', 'lpg', 'def', 'chemical'] as const

/** What a product needs to be carried in. */
export const PRODUCT_CLASSES = ['fuel', 'lpg', 'def', 'chemical'] as const
type ProductClass = (typeof PRODUCT_CLASSES)[number]

/** Percent of a compartment that stays empty above liquefied gas, where its product does not say otherwise. */
const USUAL_GAS_OUTAGE = 15

/** What of a product decides what may carry it, and how full. */
export interface CarriedLiquid {
  product_group?: string | null
  vehicle_class?: string | null
  /** Percent of a compartment that stays empty above it; null = the rule of its group. */
  expansion_room?: string | number | null
}

/** The class of a product: its own, else that of its group; null where neither tells. */
export function classOf({ vehicle_class, product_group }: CarriedLiquid): ProductClass | null {
  const own = PRODUCT_CLASSES.find((one) => one === vehicle_class)
  if (own) return own
  if (product_group === LIQUEFIED_GAS) return 'lpg'
  return CORRECTED_GROUPS.some((group) => group === product_group) ? 'fuel' : null
}

/**
 * Whether a compartment of a class may carry a product. A product whose class nobody knows goes anywhere but into tanks under
 * pressure.
 */
export function mayCarry(compartment: string, product: CarriedLiquid): boolean {
  const own = classOf(product)
  if (compartment === 'any') return true
  return own === null ? compartment !== 'lpg' : own === compartment
}

/** The part of a compartment that a product may fill, 0 to 1: the rest stays empty, so that it can expand. */
export function fillable(product: CarriedLiquid): number {
  const usual = classOf(product) === 'lpg' ? USUAL_GAS_OUTAGE : 0
  return 1 - Number(product.expansion_room ?? usual) / 100
}
