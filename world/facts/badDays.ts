import type { LoginType } from '#core/platform/loginTypes.ts'

/** The things whose number leaves `rest` when divided by `every`. */
export interface Some {
  every: number
  rest: number
}

export const isOneOf = (number: number, { every, rest }: Some) => number % every === rest

/** Faults of devices from an hour of a day on: for some devices. */
export const FAULTS = [
  { kind: 'clock_ahead', every: 20, rest: 3, day: 0, hour: 10, hours: 1 },
  { kind: 'clock_of_1970', every: 20, rest: 8, day: 1, hour: 6, hours: 6 },
  { kind: 'frozen', every: 20, rest: 14, day: 6, hour: 0, hours: 120 },
  // The mobile network of a district is down.
  { kind: 'radio', every: 2, rest: 1, day: 4, hour: 8, hours: 30 },
] as const

/** Losses from tanks, as a share of the capacity an hour. */
export const TROUBLES = [
  { kind: 'theft', every: 10, rest: 5, day: 3, hour: 2, hours: 1, share: 0.2 },
  { kind: 'leak', every: 20, rest: 12, day: 5, hour: 0, hours: 96, share: 0.003 },
] as const

/** Companies without any records in the simulation, and the login types of their users. */
export const STRANGERS: readonly ['customer' | 'distributor' | 'vendor', string, readonly LoginType[]][] = [
  [
    'customer',
    'Farms',
    [
      'customer',
      'customer_readonly',
      'csr',
      'producer',
      'dispatcher',
      'technician',
      'driver',
      'dispenser_mgr',
    ],
  ],
  ['distributor', 'Fuels', ['distributor', 'd_acct_mgr']],
  ['vendor', 'Refining', ['vendor', 'v_acct_mgr']],
]
