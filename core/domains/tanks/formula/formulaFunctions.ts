import { ellipseArea, segmentArea, stadiumArea } from '../volume/crossSections.ts'
import { conicalHeads, ellipsoidalHeads } from '../volume/heads.ts'
import { dishedHeads, torisphericalHeads } from '../volume/revolvedHeads.ts'

export interface FormulaFunction {
  least: number
  most: number
  call(...args: number[]): number
}

/** Bounds the cost of one call. */
const MAX_ARGUMENTS = 16

function takes(count: number, call: (...args: number[]) => number): FormulaFunction {
  return { least: count, most: count, call }
}

/**
 * All functions of formulas. A Map instead of an object, so that names such as `constructor` are not found. Lengths in mm;
 * section functions return mm², head functions mm³ of BOTH heads.
 */
export const formulaFunctions: ReadonlyMap<string, FormulaFunction> = new Map([
  ['sqrt', takes(1, Math.sqrt)],
  ['abs', takes(1, Math.abs)],
  ['sin', takes(1, Math.sin)],
  ['cos', takes(1, Math.cos)],
  ['tan', takes(1, Math.tan)],
  ['asin', takes(1, Math.asin)],
  ['acos', takes(1, Math.acos)],
  ['atan', takes(1, Math.atan)],
  ['ln', takes(1, Math.log)],
  ['exp', takes(1, Math.exp)],
  ['round', takes(1, Math.round)],
  ['floor', takes(1, Math.floor)],
  ['ceil', takes(1, Math.ceil)],
  ['pow', takes(2, (base, power) => base ** power)],
  ['min', { least: 1, most: MAX_ARGUMENTS, call: Math.min }],
  ['max', { least: 1, most: MAX_ARGUMENTS, call: Math.max }],
  ['clamp', takes(3, (value, low, high) => Math.min(Math.max(value, low), high))],
  ['segment', takes(2, (D, h) => segmentArea(D, h))],
  ['ellipse', takes(3, (W, H, h) => ellipseArea(W, H, h))],
  ['stadium', takes(3, (W, H, h) => stadiumArea(W, H, h))],
  ['ellipsoidal', takes(3, (D, a, h) => ellipsoidalHeads(D, a, h))],
  ['dished', takes(3, (D, a, h) => dishedHeads(D, a, h))],
  ['conical', takes(3, (D, a, h) => conicalHeads(D, a, h))],
  // Optional radii of dish and knuckle; if missing or 0, ASME flanged and dished heads.
  ['torispherical', { least: 2, most: 4, call: torisphericalOfRadii }],
])

function torisphericalOfRadii(D = Number.NaN, h = Number.NaN, dish?: number, knuckle?: number): number {
  return torisphericalHeads(D, h, {
    ...(dish && { f: dish / D }),
    ...(knuckle && { k: knuckle / D }),
  })
}

export const formulaConstants: ReadonlyMap<string, number> = new Map([
  ['pi', Math.PI],
  ['e', Math.E],
])
