/** How many tanks the dashboard shows at first; on a phone the alerts below must not be far. */
export function initialTankCount(isPhone: boolean): number {
  return isPhone ? 8 : 20
}

/** How many open alerts the dashboard shows. */
export const INITIAL_ALERT_COUNT = 20
