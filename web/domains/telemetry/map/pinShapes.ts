import type { FleetState } from '#core/domains/telemetry/fleetStates.ts'

/** The side of the square in which the shapes are drawn. */
export const SHAPE_SIZE = 20

/** A shape for each state, as an SVG path: color is never the only sign. */
export const pinShapes = {
  fine: 'M10 3 a7 7 0 1 0 0.001 0 Z',
  battery_low: 'M10 2 L18 10 L10 18 L2 10 Z',
  offline: 'M10 3 a7 7 0 1 0 0.001 0 Z M10 7 a3 3 0 1 1 -0.001 0 Z',
  mild: 'M10 2 L18.5 17 L1.5 17 Z',
  overfill: 'M3.5 3.5 H16.5 V16.5 H3.5 Z',
  urgent: 'M6.5 1.5 H13.5 L18.5 6.5 V13.5 L13.5 18.5 H6.5 L1.5 13.5 V6.5 Z',
} as const satisfies Record<FleetState, string>
