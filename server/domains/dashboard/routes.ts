import * as calls from '#core/domains/dashboard/calls.ts'
import { readCurrentUser } from '#server/domains/access/signIn/readCurrentUser.ts'
import { handleAll } from '#server/platform/http/handle.ts'
import { arrangeDashboard } from './arrangeDashboard.ts'
import { listOwnWidgets } from './listOwnWidgets.ts'
import { readToday } from './readToday.ts'

/** The calls of the user's own dashboard: its possible parts, and the account's arrangement. */
export const dashboardCalls = handleAll('access', calls, {
  listOwnWidgets: {
    summary: 'The widgets available for your dashboard',
    run: async (context) => ({ dashboard_widgets: await listOwnWidgets(context) }),
  },
  arrangeDashboard: {
    summary: 'Arrange your dashboard; null restores the default of your login type',
    run: async (context, { body }) => {
      await arrangeDashboard(context, body.dashboard_layout)
      return { user: await readCurrentUser(context), message: 'messages.saved', type: 'success' }
    },
  },
  readToday: {
    summary: 'The rounds of today, and what customers owe',
    mayBeOld: true,
    run: async (context) => ({ today: await readToday(context) }),
  },
})
