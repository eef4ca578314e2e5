import { openTravelTimes } from '#server/domains/travel/travelTimes.ts'
import { openLog } from '#server/platform/log.ts'

/** Travel times without a provider. */
export const estimatedTravel = openTravelTimes({
  url: undefined,
  isPrivateAllowed: false,
  speed: 60,
  log: openLog('silent'),
})
