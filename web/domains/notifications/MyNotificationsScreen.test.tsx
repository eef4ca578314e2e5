import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { RecordAddresses } from '#web/resources/recordAddress.ts'
import { answering, showScreen } from '#web/resources/testing/showScreen.tsx'
import { MyNotificationsScreen } from './MyNotificationsScreen.tsx'

const alert = {
  ...{ notification_id: 1, subject: 'Urgent: North yard', message: 'Prairie Fuels: 10 %', read_flag: 0 },
  ...{ icon: 'alert', icon_class: 'error', object_name: 'device', object_id: 3, file: null },
  date_created: '2026-11-20T00:00:00Z',
}
const note = {
  ...{ ...alert, notification_id: 2, subject: 'Bring keys', message: 'Bring keys', icon: 'bell' },
  ...{ object_name: null, object_id: null },
}

test('a notification links to its subject as a whole, and the page has its name', async () => {
  answering({
    'GET /me/notifications': {
      notifications: [alert, note],
      page: { page_num: 1, page_size: 25, total_records: 2, new_notifications: 2 },
    },
    'GET /': {},
  })
  showScreen(
    <RecordAddresses value={(kind, id) => `/${kind}/${id}`}>
      <MyNotificationsScreen />
    </RecordAddresses>,
  )
  const link = await screen.findByRole('link', { name: /^Urgent: North yard/ })
  expect(link.getAttribute('href')).toBe('/devices/3')
  const [first, second] = screen.getAllByRole('listitem')
  expect(within(first!).getAllByRole('link')).toEqual([link])
  expect(within(first!).getByRole('button', { name: 'Mark as read: Urgent: North yard' })).toBeTruthy()
  expect(within(second!).queryByRole('link')).toBeNull()
  expect(document.title).toBe('My notifications · Ullage')
})
