import { notifications, notificationsStore } from '@mantine/notifications'
import { afterEach, expect, test, vi } from 'vitest'
import { copyText } from './copyText.ts'

afterEach(() => {
  notifications.clean()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
const messages = () => notificationsStore.getState().notifications.map(({ message }) => message)

test('copying reports success or failure, once per 1.5 seconds', async () => {
  vi.useFakeTimers({ now: new Date('2026-11-21T12:00:00Z') })
  const writeText = vi.fn().mockResolvedValue(undefined)
  vi.stubGlobal('navigator', { clipboard: { writeText } })
  await copyText('LT14-001294')
  await copyText('LT14-001294')
  expect(writeText).toHaveBeenCalledTimes(1)
  expect(messages()).toEqual(['Copied to Clipboard.'])
  notifications.clean()
  vi.advanceTimersByTime(1500)
  writeText.mockRejectedValueOnce(new Error('not allowed'))
  await copyText('LT14-001294')
  expect(messages()).toEqual(['Error copying text.'])
})
