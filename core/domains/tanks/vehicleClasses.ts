import { CORRECTED_GROUPS, LIQUEFIED_GAS } from './correctedGroups.ts'

/** Class of liquids that a vehicle, or one of its compartments, is built for. */
export const VEHICLE_CLASSES = ['any', 'fuel', 'lpg', 'def', 'chemical'] as const

/** The class of vehicle that a product needs. */
export const PRODUCT_CLASSES = ['fuel', 'lpg', 'def', 'chemical'] as const
type ProductClass = (typeof PRODUCT_CLASSES)[number]

/** Default expansion room above liquefied gas, percent of a compartment. */
const USUAL_GAS_OUTAGE = 15

/** Facts of a product that decide what may carry it, and how full. */
export interface CarriedLiquid {
  product_group?: string | null
  vehicle_class?: string | null
  /** Expansion room, percent of a compartment; null = the default of its group. */
  expansion_room?: string | number | null
}

/** The class of a product, else of its group; null if neither is known. */
export function classOf({ vehicle_class, product_group }: CarriedLiquid): ProductClass | null {
  const own = PRODUCT_CLASSES.find((item) => item === vehicle_class)
  if (own) return own
  if (product_group === LIQUEFIED_GAS) return 'lpg'
  return CORRECTED_GROUPS.some((group) => group === product_group) ? 'fuel' : null
}

/** Whether a compartment of a class may carry a product. A product without a class may go anywhere except into pressure tanks. */
export function mayCarry(compartment: string, product: CarriedLiquid): boolean {
  const own = classOf(product)
  if (compartment === 'any') return true
  return own === null ? compartment !== 'lpg' : own === compartment
}

/** The share of a compartment that a product may fill (0 to 1); the rest is expansion room. */
export function fillable(product: CarriedLiquid): number {
  const usual = classOf(product) === 'lpg' ? USUAL_GAS_OUTAGE : 0
  return 1 - Number(product.expansion_room ?? usual) / 100
}
