import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, onTestFinished, test, vi } from 'vitest'
import { RecordAddresses } from '#web/resources/recordAddress.ts'
import { answering, showScreen } from '#web/resources/testing/showScreen.tsx'
import { DeviceListScreen } from '../DeviceListScreen.tsx'

const tank = (port_number: number, product: string, level: string, percent: number, room: number) => ({
  device_ports_id: port_number,
  port_number,
  product,
  level,
  percent,
  room,
  room_temperature: null,
  volume: 100,
  volume_unit: 'gal',
  level_source: 'measured',
  trust: 'good',
  reading_at: new Date().toISOString(),
  days_to_empty: percent,
  days_to_empty_range: [percent, percent],
  dry_at: null,
})

function showDevices(at = '/devices', estimate = {}, as = {}, ports?: object[]) {
  const sent = answering({
    'GET /': {},
    'GET /devices?': {
      devices: [
        {
          device_id: 3,
          public_id: 'U-3',
          label: 'North yard',
          company_id: 2,
          company_title: 'Acme',
          upload_interval: 2,
          level: 'urgent',
          level_source: 'measured',
          last_record_date: new Date().toISOString(),
          connection_status: 'online',
          battery: '80',
          signal_quality: 20,
          tags: [],
          ports: ports ?? [
            tank(1, 'Diesel', 'fine', 80, 40),
            { ...tank(2, 'Gasoline', 'urgent', 9, 860.9), ...estimate },
          ],
        },
      ],
      page: { page_num: 1, page_size: 25, total_records: 1 },
    },
    'GET /devices/fleet_status': {
      fleet: { total: 2, urgent: 1, mild: 0, overfill: 0, offline: 0, battery_low: 0, fine: 1 },
    },
  })
  const router = showScreen(
    <RecordAddresses value={(name) => `/${name}/new`}>
      <DeviceListScreen />
    </RecordAddresses>,
    { at, as },
  )
  return { sent, router }
}

const cellsOf = (row: HTMLElement) =>
  [...row.querySelectorAll('td, th')].map(({ textContent }) => textContent?.replace(/\s/g, ' '))

test('the list starts with devices that need attention, and shows place, customer, level, time and room of the worst tank', async () => {
  const { sent } = showDevices()
  const row = (await screen.findByRole('link', { name: /^North yard/ })).closest('tr')!
  expect(sent.some(({ call }) => call.startsWith('GET /devices?') && call.includes('sort=urgency'))).toBe(
    true,
  )
  const cells = cellsOf(row)
  expect(cells[1]).toBe('North yardU-3 · Acme')
  expect(cells[2]).toBe('9%UrgentGasoline · +1 tank')
  expect(cells[3]).toBe('About 9 days to empty')
  expect(cells[4]).toBe('860 gal')
  expect(
    within(row)
      .getByRole('link', { name: /^Order a fill: North yard/ })
      .getAttribute('href'),
  ).toBe('/transaction_documents/new?device_id=3&fill=needed')
})

test('the order by urgency is named and belongs to no column; another order leads back to it', async () => {
  const { router } = showDevices()
  const level = await screen.findByRole('columnheader', { name: /^Level/ })
  expect(level.getAttribute('aria-sort')).toBeNull()
  await screen.findByText('Most urgent first')
  expect(screen.queryByRole('button', { name: 'Most urgent first' })).toBeNull()
  await userEvent.click(within(level).getByRole('button', { name: 'Level' }))
  expect(router.state.location.search).toContain('sort=percent')
  await userEvent.click(await screen.findByRole('button', { name: 'Most urgent first' }))
  expect(router.state.location.search).toContain('sort=urgency')
})

test('a user’s own company is not shown in rows', async () => {
  showDevices('/devices', {}, { company_id: 2 })
  const row = (await screen.findByRole('link', { name: /^North yard/ })).closest('tr')!
  expect(cellsOf(row)[1]).toBe('North yardU-3')
})

test('an estimate is marked wherever it appears in a row, with its age', async () => {
  vi.setSystemTime('2026-11-27T17:00:00Z')
  onTestFinished(() => void vi.useRealTimers())
  const estimate = { level_source: 'estimated', level_age: 5 * 86_400, measured_percent: 44 }
  showDevices('/devices', { ...estimate, percent_range: [4, 14] })
  const row = (await screen.findByRole('link', { name: /^North yard/ })).closest('tr')!
  const cells = cellsOf(row)
  expect(cells[2]).toMatch(/^≈ 9%/)
  expect(cells[4]).toBe('≈ 860 gal')
  expect(within(row).getByRole('img', { name: /^Estimated\. Last measured 5 days ago: 44%/ })).toBeTruthy()
})

test('exports hold the level of the worst tank with its margin, source and age', async () => {
  const { sent } = showDevices()
  await screen.findByRole('link', { name: /^North yard/ })
  await userEvent.click(screen.getByRole('button', { name: 'Export or print' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: /CSV/ }))
  await waitFor(() => expect(sent.some(({ call }) => call.startsWith('GET /devices/export'))).toBe(true))
  const { call } = sent.find((item) => item.call.startsWith('GET /devices/export'))!
  const columns = new URLSearchParams(call.split('?')[1]).get('columns')!.split(',')
  for (const name of [
    'company_id',
    'tank_percent',
    'tank_gallons',
    'tank_gallons_margin',
    'level_source',
    'level_measured_at',
  ])
    expect(columns).toContain(name)
})

test('tanks are counted by state, and a press on one narrows the list to it', async () => {
  const { router, sent } = showDevices('/devices?search=yard')
  const states = await screen.findByRole('group', { name: 'Tanks by state' })
  await userEvent.click(within(states).getByRole('button', { name: /Urgent/ }))
  await waitFor(() => expect(router.state.location.search).toContain('level=urgent'))
  await waitFor(() =>
    expect(sent.some(({ call }) => call.startsWith('GET /devices?') && call.includes('level=urgent'))).toBe(
      true,
    ),
  )
  expect(await screen.findByText(/^\d+ of \d+ tanks, one row for each device$/)).toBeTruthy()
  const requests = sent.filter(({ call }) => call.startsWith('GET /devices/fleet_status'))
  expect(requests.every(({ call }) => call.includes('search=yard') && !call.includes('level='))).toBe(true)
})

test('a user who may create neither an order nor a shipment has no column for them', async () => {
  showDevices('/devices', {}, { login_type_id: 'technician', permissions: ['devices.read'] })
  await screen.findByRole('link', { name: /^North yard/ })
  expect(screen.queryByRole('columnheader', { name: 'Fill' })).toBeNull()
  expect(screen.getByRole('columnheader', { name: /^Level/ })).toBeTruthy()
})

test('no fill is offered where every tank is overfilled', async () => {
  const full = { ...tank(1, 'Diesel', 'overfill', 97, 0) }
  showDevices('/devices', {}, {}, [full])
  await screen.findByText(/North yard/)
  expect(screen.queryByRole('link', { name: /Order a fill/ })).toBeNull()
})

test('the title of a card on a phone links to its device, and a fill can be requested there too', async () => {
  const wide = window.matchMedia
  window.matchMedia = (query) => ({ ...wide(query), matches: /max-width/.test(query) })
  try {
    showDevices()
    const title = await screen.findByRole('link', { name: 'North yard' })
    expect(title.getAttribute('href')).toBe('/devices/profile/3')
    expect(screen.queryByRole('table')).toBeNull()
    const fills = screen.getAllByRole('link', { name: /: North yard · Diesel, Gasoline$/ })
    expect(fills.map((link) => link.getAttribute('href'))).toEqual([
      '/transaction_documents/new?device_id=3&fill=needed',
      '/dispatch?device_id=3&fill=needed',
    ])
    // A link within a link could not be reached by itself.
    expect(fills.every((link) => link.parentElement?.closest('a') === null)).toBe(true)
  } finally {
    window.matchMedia = wide
  }
})
