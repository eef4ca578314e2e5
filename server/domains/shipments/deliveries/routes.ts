import * as calls from '#core/domains/shipments/deliveries/deliveryCalls.ts'
import { handleAll } from '#server/platform/http/handle.ts'
import type { Call } from '#server/platform/http/http.ts'
import { writeCalendar } from './calendar/writeCalendar.ts'
import { listComingLoads } from './listComingLoads.ts'
import { listDeliveries } from './listDeliveries.ts'

/** Calls for recipients of deliveries. */
export function deliveryCalls({ publicUrl }: { publicUrl: string }): Call[] {
  return handleAll('deliveries', calls, {
    listDeliveries: {
      summary:
        'Upcoming and past deliveries to a site, a device or your companies; of a round only your own stops',
      run: (context, { query }) => listDeliveries(context, query),
    },
    listComingLoads: {
      summary: 'Upcoming deliveries to tanks: loads of rounds, and order lines waiting for one',
      run: async (context, { query }) => ({ coming_loads: await listComingLoads(context, query) }),
    },
    readCalendar: {
      summary: 'Your rounds, and the deliveries to your companies, as iCalendar: 30 days back, 90 ahead',
      mayBeOld: true,
      writesReply: true,
      run: async (context, { reply }) => {
        const text = await writeCalendar(context, publicUrl)
        void reply.type('text/calendar; charset=utf-8').send(text)
        return undefined
      },
    },
  })
}
