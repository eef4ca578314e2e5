import type { TruckClass } from './facts/products.ts'

/** A truck with what is truly in its compartments. */
export interface Truck {
  truck_id: number
  name: string
  carries: TruckClass
  /** Gallons that each compartment holds. */
  compartments: readonly number[]
  /** By compartment, from 1. */
  onBoard: Map<number, { product_id: number; gallons: number }>
  /** Gallons that its meter shows. */
  meter: number
}
