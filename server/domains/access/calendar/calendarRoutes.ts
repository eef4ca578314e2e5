import * as calls from '#core/domains/access/calendarCalls.ts'
import { handleAll } from '#server/platform/http/handle.ts'
import type { Call } from '#server/platform/http/http.ts'
import { endOwnCalendar, makeOwnCalendar, readOwnCalendar } from './calendarAddress.ts'

/** The calls by which users create and revoke the secret address of their calendar. */
export function calendarCalls({ publicUrl }: { publicUrl: string }): Call[] {
  return handleAll('deliveries', calls, {
    readOwnCalendar: {
      summary: 'Whether your account has an address for calendar programs',
      run: async (context) => ({ calendar: await readOwnCalendar(context) }),
    },
    makeOwnCalendar: {
      summary:
        'Create the address at which calendar programs read your deliveries; an older one becomes invalid',
      answersSecret: true,
      run: async (context) => ({
        address: `${publicUrl}/api/calendar/${await makeOwnCalendar(context)}.ics`,
        message: 'messages.calendar_made',
        type: 'success',
      }),
    },
    endOwnCalendar: {
      summary: 'Revoke the address of your calendar',
      run: async (context) => {
        await endOwnCalendar(context)
        return { message: 'messages.calendar_ended', type: 'success' }
      },
    },
  })
}
