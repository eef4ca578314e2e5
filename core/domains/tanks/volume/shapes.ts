import { ellipseArea, segmentArea, stadiumArea } from './crossSections.ts'
import { conicalHeads, ellipsoidalHeads, guppyHeads } from './heads.ts'
import { dishedHeads, torisphericalHeads } from './revolvedHeads.ts'

/**
 * Volumes of partly filled tanks: internal lengths in mm, volumes in mm³ (divide by MM3_PER_LITRE). A level below 0 counts as
 * empty; above the tank, closed shapes stay full, and upright ones continue as a cylinder or box (the caller limits their
 * height). L of a horizontal cylinder is tangent to tangent.
 */

export const MM3_PER_LITRE = 1_000_000

export type HorizontalHeads =
  | { kind: 'flat' }
  | { kind: 'ellipsoidal' | 'conical' | 'dished' | 'guppy'; depth: number }
  | { kind: 'torispherical'; f?: number; k?: number }

/** Horizontal cylinder of diameter D and straight length L with two equal heads. */
export function horizontalCylinder(
  diameter: number,
  length: number,
  heads: HorizontalHeads,
  h: number,
): number {
  return segmentArea(diameter, h) * Math.max(length, 0) + headsVolume(diameter, heads, h)
}

function headsVolume(diameter: number, heads: HorizontalHeads, h: number): number {
  switch (heads.kind) {
    case 'flat':
      return 0
    case 'ellipsoidal':
      return ellipsoidalHeads(diameter, heads.depth, h)
    case 'conical':
      return conicalHeads(diameter, heads.depth, h)
    case 'dished':
      return dishedHeads(diameter, heads.depth, h)
    case 'guppy':
      return guppyHeads(diameter, heads.depth, h)
    case 'torispherical':
      return torisphericalHeads(diameter, h, heads)
  }
}

export function verticalCylinder(diameter: number, h: number): number {
  return (Math.PI / 4) * diameter * diameter * Math.max(h, 0)
}

export function rectangularTank(length: number, width: number, h: number): number {
  return length * width * Math.max(h, 0)
}

/** Horizontal tank with an elliptical section of width W and height H. */
export function horizontalEllipse(width: number, height: number, length: number, h: number): number {
  return ellipseArea(width, height, h) * length
}

/** Tank with a stadium section: a horizontal oval when W > H, a vertical oval when H > W. */
export function stadiumTank(width: number, height: number, length: number, h: number): number {
  return stadiumArea(width, height, h) * length
}

/** Sphere: πh²(3R − h)/3. */
export function sphere(diameter: number, h: number): number {
  const level = Math.min(Math.max(h, 0), diameter)
  return (Math.PI * level * level * (1.5 * diameter - level)) / 3
}
