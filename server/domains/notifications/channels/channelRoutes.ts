import * as calls from '#core/domains/notifications/channelCalls.ts'
import { handleAll } from '#server/platform/http/handle.ts'
import { listAlertNotices } from './listAlertNotices.ts'
import { addBrowser, removeBrowser } from './push.ts'
import { readOwnChannels, type Transports, testOwnChannel } from './testChannel.ts'

/** Calls on the channels by which messages reach people. */
export const channelCalls = (transports: Transports) =>
  handleAll('notifications', calls, {
    readOwnChannels: {
      summary: 'Your channels for messages: your addresses, and the channels of this installation',
      run: async (context) => ({ channels: await readOwnChannels(context, transports) }),
    },
    subscribeToPush: {
      summary: 'Send push messages to this browser while its session lasts',
      run: async (context, { body }) => {
        await addBrowser(context, body)
        return { message: 'messages.push_on', type: 'success' }
      },
    },
    unsubscribeFromPush: {
      summary: 'End pushes to this browser',
      run: async (context, { body }) => {
        await removeBrowser(context, body.endpoint)
        return { message: 'messages.push_off', type: 'success' }
      },
    },
    testOwnChannel: {
      summary: 'Send yourself a test now, at most ten an hour',
      transaction: false,
      run: async (context, { params: { channel } }) => {
        const error = await testOwnChannel(context, channel, transports)
        if (error !== null) return { test: { error }, message: 'messages.test_failed', type: 'error' }
        const isMail = channel === 'email'
        return {
          test: { error },
          message: isMail ? 'messages.test_mailed' : 'messages.test_sent',
          type: 'success',
        }
      },
    },
    listAlertNotices: {
      summary: 'Who was notified of an alert, by which channel, when, and with which outcome',
      run: (context, { params: { alert_id } }) => listAlertNotices(context, alert_id),
    },
  })
