/** The states that fleets are counted by, in display order. */
export const FLEET_STATES = ['urgent', 'mild', 'overfill', 'offline', 'battery_low', 'fine'] as const
export type FleetState = (typeof FLEET_STATES)[number]

/** The same states from harmless to urgent: a map cluster shows the last one inside it. */
export const MAP_STATES = [
  'fine',
  'battery_low',
  'offline',
  'mild',
  'overfill',
  'urgent',
] as const satisfies readonly FleetState[]
