import { notifications, notificationsStore } from '@mantine/notifications'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CallRefused, type RefusalBody } from './calls/api.ts'
import { toastRefusal, toastResponse } from './toast.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  notifications.clean()
  vi.useRealTimers()
})

const shown = () => notificationsStore.getState().notifications
const refuse = (answer: Partial<RefusalBody>) =>
  toastRefusal(new CallRefused({ code: 400, message: '', ...answer }))

test('success is shown in its color for four seconds, or for the time set by the server', () => {
  toastResponse({ code: 200, message: 'Saved.', type: 'success' })
  toastResponse({ code: 200, message: 'Rates are old.', type: 'warning', duration: 3000 })
  toastResponse({ code: 200, devices: [] })
  expect(shown().map(({ message, color, autoClose }) => [message, color, autoClose])).toEqual([
    ['Saved.', 'fine', 4000],
    ['Rates are old.', 'mild', 3000],
  ])
})

test('a refusal is shown half a second later', () => {
  refuse({ code: 500 })
  vi.advanceTimersByTime(499)
  expect(shown()).toEqual([])
  vi.advanceTimersByTime(1)
  expect(shown()).toMatchObject([{ message: 'Server Error', color: 'urgent', autoClose: 4000 }])
})

test.each([
  [{ code: 400 }, 'Bad request'],
  [{ code: 401 }, 'Invalid login credentials.'],
  [{ code: 404 }, 'Oops! Record not found.'],
  [{ code: 405 }, 'Oops! Permission denied.'],
  [{ code: 502 }, 'Server Error'],
  [{ code: 409, message: 'A paid invoice cannot become a draft.' }, 'A paid invoice cannot become a draft.'],
])('%j is shown as "%s"', (answer, text) => {
  refuse(answer)
  vi.advanceTimersByTime(500)
  expect(shown()).toMatchObject([{ message: text }])
})

test('an ended session and marked fields are not reported in addition', () => {
  refuse({ code: 403, message: 'No session.' })
  refuse({ code: 422, errors: [{ field: 'label', rule: 'required', message: 'Required' }] })
  vi.advanceTimersByTime(1000)
  expect(shown()).toEqual([])
})
