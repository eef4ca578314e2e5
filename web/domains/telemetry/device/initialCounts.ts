/** How many tanks the dashboard shows at first; on a phone the alerts below must not be far. */
export function initialTankCount(isPhone: boolean): number {
  return isPhone ? 8 : 20
}

/** The alerts of the dashboard: the ones that need attention, worst first. */
export const INITIAL_ALERTS = { status: 'unacknowledged', sort: 'urgency', page_size: 20 } as const
