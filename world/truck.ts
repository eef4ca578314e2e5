import type { TruckClass } from './facts/products.ts'

/** A truck with the true content of its compartments. */
export interface Truck {
  truck_id: number
  name: string
  carries: TruckClass
  /** Gallons that each compartment holds. */
  compartments: readonly number[]
  /** Content by compartment, from 1. */
  onBoard: Map<number, { product_id: number; gallons: number }>
  /** Gallons on its meter. */
  meter: number
}
