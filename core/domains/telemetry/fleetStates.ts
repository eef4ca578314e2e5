/** The states that a fleet is counted by, in the order in which they are shown. */
export const FLEET_STATES = ['urgent', 'mild', 'overfill', 'offline', 'battery_low', 'fine'] as const
export type FleetState = (typeof FLEET_STATES)[number]

/** The same from harmless to urgent: a cluster on the map shows the last one inside it. */
export const MAP_STATES = [
  'fine',
  'battery_low',
  'offline',
  'mild',
  'overfill',
  'urgent',
] as const satisfies readonly FleetState[]
