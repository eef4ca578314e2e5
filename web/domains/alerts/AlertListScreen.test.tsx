import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, onTestFinished, test, vi } from 'vitest'
import { RecordAddresses } from '#web/resources/recordAddress.ts'
import { answering, type SentCall, showScreen } from '#web/resources/testing/showScreen.tsx'
import { AlertListScreen } from './AlertListScreen.tsx'

const tank = {
  device_ports_id: 5,
  port_number: 1,
  product: 'Diesel #2',
  percent: 12,
  level: 'urgent',
  level_source: 'measured',
  trust: 'good',
  reading_at: new Date().toISOString(),
  reorder_yellow: 30,
  reorder_red: 15,
  days_to_empty: 3,
  days_to_empty_range: [2, 4],
  no_forecast: null,
  dry_at: null,
}
const alert = (alert_id: number, place: string, more: object = {}) => ({
  alert_id,
  device_id: 100 + alert_id,
  company_id: 4,
  company_title: 'Prairie Co-op',
  device_label: place,
  device_title: `UL-${alert_id}`,
  level: 'urgent',
  level_source: 'measured',
  status: 'open',
  port_number: 1,
  product: 'Diesel #2',
  upload_interval: 2,
  opened_at: new Date(Date.now() - 3_600_000).toISOString(),
  updated_at: '2026-01-01T00:00:00.000Z',
  tank,
  ...more,
})
const page = (total_records: number) => ({ page_num: 1, page_size: 50, total_records })
const waiting = [
  alert(1, 'Kearney'),
  alert(2, 'Hays'),
  alert(3, 'Kearney', { level: 'battery_low', tank: null }),
]
const answered = [
  alert(4, 'Salina', {
    status: 'acknowledged',
    acknowledged_by: 7,
    acknowledged_by_title: 'carol@prairie.example',
    acknowledged_by_name: 'Carol West',
    note: 'Truck ordered',
  }),
]

/** The screen with three open alerts and one acknowledged. */
async function showAlerts(more: object = {}, as: object = {}): Promise<SentCall[]> {
  const sent = answering({
    'GET /alerts?page_size=50&status=unacknowledged': { page: page(3), alerts: waiting },
    'GET /alerts?page_size=50&status=answered': { page: page(1), alerts: answered },
    ...more,
  })
  showScreen(
    <RecordAddresses value={(name) => `/${name}/new`}>
      <AlertListScreen />
    </RecordAddresses>,
    { at: '/alerts', as },
  )
  await screen.findByRole('list', { name: 'Acknowledged and snoozed' })
  return sent
}

const lineOf = (place: RegExp) =>
  screen.getAllByRole('listitem').filter((line) => within(line).queryByRole('link', { name: place }))

test('pending alerts are listed separately from answered ones, by place, with level, forecast and names', async () => {
  await showAlerts()
  const waits = within(screen.getByRole('list', { name: 'Alerts' }))
  expect(waits.getAllByRole('link', { name: /^(Kearney|Hays)/ }).map((link) => link.textContent)).toEqual([
    'Kearney · Diesel #2',
    'Kearney · Diesel #2',
    'Hays · Diesel #2',
  ])
  expect(waits.getByText('2 alerts at Kearney')).toBeTruthy()
  const [first] = lineOf(/^Kearney/)
  for (const text of ['12%', 'Urgent', 'Prairie Co-op', '2–4 days to empty'])
    expect(within(first!).getByText(text)).toBeTruthy()
  expect(within(first!).getByText(/ago$/)).toBeTruthy()
  expect(screen.getByText('Acknowledged by Carol West · “Truck ordered”')).toBeTruthy()
  expect(screen.queryByText(/carol@/)).toBeNull()
})

test('readers of one company do not see its name on every alert', async () => {
  await showAlerts({}, { company_id: 4 })
  expect(screen.queryByText('Prairie Co-op')).toBeNull()
})

test('each tab shows its number of alerts', async () => {
  await showAlerts()
  for (const [name, total] of [
    ['Needs attention', '3'],
    ['Acknowledged and snoozed', '1'],
  ] as const)
    expect(screen.getByRole('heading', { name }).parentElement!.textContent).toBe(`${name}${total}`)
})

test('an alert on an estimate is marked as such, with the last measured level and its time', async () => {
  vi.setSystemTime('2026-11-27T17:00:00Z')
  onTestFinished(() => void vi.useRealTimers())
  const estimate = { level_source: 'estimated', level_age: 4 * 86_400, measured_percent: 31 }
  const estimated = { ...tank, ...estimate, percent_range: [8, 16] }
  await showAlerts({
    'GET /alerts?page_size=50&status=unacknowledged': {
      page: page(1),
      alerts: [alert(8, 'Topeka', { level_source: 'estimated', tank: estimated })],
    },
  })
  const [line] = lineOf(/^Topeka/)
  expect(within(line!).getByText('Urgent, estimated')).toBeTruthy()
  expect(within(line!).getByText(/≈\s*12/)).toBeTruthy()
  expect(within(line!).getByRole('img', { name: /^Estimated\. Last measured 4 days ago: 31%/ })).toBeTruthy()
})

test.each([
  ['sudden_loss', '685.608', /^181\sgal missing/],
  ['unexplained_loss', '218.283', /^about 58\sgal a day missing/],
  ['unexplained_loss', '4.542', /^about 1\.2\sgal a day missing/],
])('an alert about a loss shows how much is missing: %s of %s L', async (level, value, text) => {
  await showAlerts({
    'GET /alerts?page_size=50&status=unacknowledged': {
      page: page(1),
      alerts: [alert(8, 'Topeka', { level, value })],
    },
  })
  const [line] = lineOf(/^Topeka/)
  expect(within(line!).getByText(text)).toBeTruthy()
})

test('all alerts of a place are acknowledged together, with one note', async () => {
  const sent = await showAlerts({
    'POST /alerts/bulk_acknowledge': { done: 2, message: 'Done.', type: 'success' },
  })
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select all alerts at Kearney' }))
  const bar = within(screen.getByRole('status'))
  expect(bar.getByText('2 selected')).toBeTruthy()
  await userEvent.click(bar.getByRole('button', { name: 'Acknowledge' }))
  // The dialog's code is fetched with the first one.
  const found = await screen.findByRole('dialog', { name: 'Acknowledge 2 alerts' })
  const dialog = within(found)
  await userEvent.type(dialog.getByRole('textbox', { name: 'Note' }), 'Truck ordered')
  await userEvent.click(dialog.getByRole('button', { name: 'Acknowledge' }))
  await waitFor(() => expect(screen.queryByText('2 selected')).toBeNull())
  const [call] = sent.filter(({ call }) => call.startsWith('POST'))
  expect(call).toMatchObject({
    call: 'POST /alerts/bulk_acknowledge',
    body: { items: [{ id: 1 }, { id: 3 }], note: 'Truck ordered' },
  })
})

test('no alert is changed if one has closed in the meantime, and that one is named', async () => {
  await showAlerts({
    'POST /alerts/bulk_snooze': {
      code: 422,
      status: 422,
      message: 'None was changed: 1 of 2 could not be.',
      report: [{ id: 3, title: 'battery_low', message: 'This alert has closed by itself.', errors: [] }],
    },
  })
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select all alerts at Kearney' }))
  await userEvent.click(within(screen.getByRole('status')).getByRole('button', { name: 'Snooze' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Snooze 2 alerts' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Snooze' }))
  const report = within(await screen.findByRole('dialog', { name: 'Nothing was changed' }))
  expect(report.getByRole('link', { name: 'Kearney · Low battery' })).toBeTruthy()
  expect(report.getByText('This alert has closed by itself.')).toBeTruthy()
})

test('a snooze that is too long is marked in its dialog, which stays open', async () => {
  await showAlerts({
    'POST /alerts/bulk_snooze': {
      status: 422,
      message: 'Not valid.',
      errors: [{ field: 'until', rule: 'snooze_end', message: 'At most 90 days ahead.' }],
    },
  })
  await userEvent.keyboard('js')
  const dialog = within(await screen.findByRole('dialog', { name: 'Snooze this alert' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Snooze' }))
  expect(await dialog.findByRole('alert')).toHaveProperty('textContent', 'At most 90 days ahead.')
})

test('J and K move through the alerts in their order, Space ticks, A and S answer', async () => {
  await showAlerts()
  await userEvent.keyboard('j')
  const focused = () => (document.activeElement as HTMLElement).dataset['alert']
  expect(focused()).toBe('1')
  await userEvent.keyboard('j')
  expect(focused()).toBe('3')
  await userEvent.keyboard('jjj')
  expect(focused()).toBe('4')
  await userEvent.keyboard('kk')
  expect(focused()).toBe('3')
  await userEvent.keyboard('s')
  expect(await screen.findByRole('dialog', { name: 'Snooze this alert' })).toBeTruthy()
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(focused()).toBe('3'))
  await userEvent.keyboard(' j a')
  expect(await screen.findByRole('dialog', { name: 'Acknowledge 2 alerts' })).toBeTruthy()
})

test('a user who may not change devices can neither tick nor answer', async () => {
  await showAlerts({}, { login_type_id: 'customer', permissions: ['devices.read'] })
  expect(screen.queryByRole('checkbox')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Acknowledge' })).toBeNull()
  await userEvent.keyboard('ja')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('on a phone a fill is ordered with one button', async () => {
  const wide = window.matchMedia
  onTestFinished(() => {
    window.matchMedia = wide
  })
  window.matchMedia = (query) => ({ ...wide(query), matches: /max-width/.test(query) })
  await showAlerts()
  expect(await screen.findAllByRole('link', { name: /^Order a fill: Kearney/ })).toHaveLength(1)
  expect(screen.queryByRole('link', { name: /^Put on a truck/ })).toBeNull()
})
