import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { WIDGET_NAMES, WIDGETS } from '#core/domains/dashboard/widgets.ts'
import { answering, showScreen } from '#web/resources/testing/showScreen.tsx'
import { DashboardScreen } from './DashboardScreen.tsx'
import { en } from './texts.en.ts'

vi.mock('#web/domains/telemetry/map/DeviceMap.tsx', () => ({ DeviceMap: () => null }))

const tank = {
  device_ports_id: 7,
  port_number: 1,
  product: 'Diesel',
  percent: 9,
  volume: 90,
  capacity: 1000,
  ullage: 910,
  volume_unit: 'gal',
  level: 'urgent',
  trust: 'good',
  reading_at: new Date().toISOString(),
  reorder_yellow: 30,
  reorder_red: 15,
  days_to_empty: 6,
  days_to_empty_range: [5.2, 6.6],
  forecast_because: null,
}
const device = {
  device_id: 3,
  public_id: 'U-3',
  label: 'North yard',
  company_title: 'Acme',
  upload_interval: 2,
}
const PAGE = { page_num: 1, page_size: 20, total_records: 0 }
const offered = (['fleet_status', 'tanks_first', 'alerts', 'map'] as const).map((name_alias) => ({
  name_alias,
  name: WIDGETS[name_alias].name,
  column_span: WIDGETS[name_alias].columns,
}))

function answerAll(more: Parameters<typeof answering>[0] = {}) {
  const fleet = { total: 12, urgent: 1, mild: 2, overfill: 0, offline: 4, battery_low: 0, fine: 5 }
  return answering({
    'GET /me/dashboard_widgets': { dashboard_widgets: offered },
    'GET /devices/fleet_status': { fleet },
    'GET /devices/needing_someone': { tanks: [{ ...tank, ...device, company: 'Acme' }] },
    'GET /devices?': {
      devices: [{ ...device, ports: [{ ...tank, product: 'Kerosene', level: 'fine' }] }],
      page: { ...PAGE, total_records: 1 },
    },
    'GET /alerts': { alerts: [], page: PAGE },
    'GET /devices/gps_coords': {
      ...{ total: 0, bounds: null, is_whole: 1, columns: [], gps_coords: [], estimated: [] },
      ...{ states: [], clusters: [] },
    },
    ...more,
  })
}

const titles = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)

describe('the dashboard', () => {
  it('shows the tanks that need attention, with the forecast and its range', async () => {
    answerAll()
    showScreen(<DashboardScreen />)
    expect(await screen.findByText('North yard')).toBeTruthy()
    expect(screen.getByText('5–7 days to empty')).toBeTruthy()
    expect(await screen.findByText('No alert needs attention')).toBeTruthy()
    expect(screen.getByText('12 tanks')).toBeTruthy()
  })

  it('narrows to one state on a press, and shows all again on another', async () => {
    const sent = answerAll()
    showScreen(<DashboardScreen />)
    const offline = await screen.findByRole('button', { name: /Offline/ })
    await userEvent.click(offline)
    expect(offline.getAttribute('aria-pressed')).toBe('true')
    expect(await screen.findByText('North yard')).toBeTruthy()
    expect(sent.some(({ call }) => call.startsWith('GET /devices?level=offline'))).toBe(true)
    await userEvent.click(offline)
    expect(await screen.findByText('North yard')).toBeTruthy()
  })

  it('reports that the server does not respond, and offers to try again', async () => {
    answering({})
    showScreen(<DashboardScreen />)
    expect((await screen.findAllByRole('button', { name: 'Try again' })).length).toBeGreaterThan(0)
  })

  it('shows only offered parts, under the names that this installation gave them', async () => {
    answerAll({
      'GET /me/dashboard_widgets': {
        dashboard_widgets: [{ name_alias: 'alerts', name: 'What burns', column_span: 6 }],
      },
    })
    showScreen(<DashboardScreen />)
    expect(await screen.findByText('No alert needs attention')).toBeTruthy()
    expect(titles()).toEqual(['What burns'])
  })

  it('the English name of each part equals its initial name in an installation', () => {
    expect(en.widgets).toEqual(Object.fromEntries(WIDGET_NAMES.map((name) => [name, WIDGETS[name].name])))
  })
})

describe('arranging the dashboard', () => {
  const begin = async (as = {}) => {
    const sent = answerAll({
      'PATCH /me/dashboard_layout': { user: { user_id: 1, permissions: [], login_type_id: 'administrator' } },
    })
    showScreen(<DashboardScreen />, { as })
    await userEvent.click(await screen.findByRole('button', { name: 'Arrange' }))
    // The code for arranging is fetched on demand.
    await screen.findByRole('button', { name: 'Move Map' })
    return sent
  }
  const saved = (sent: ReturnType<typeof answering>) =>
    sent.find(({ call }) => call === 'PATCH /me/dashboard_layout')?.body?.['dashboard_layout']

  it('moves and sizes a part by keys, announces it, and saves it', async () => {
    const sent = await begin()
    screen.getByRole('button', { name: 'Move Map' }).focus()
    await userEvent.keyboard('{ArrowUp}{Home}')
    expect(screen.getByText('Map is at position 1 of 4.')).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Move Map' }))
    screen.getByRole('button', { name: 'Size of Map: 4 columns, 4 rows' }).focus()
    await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowDown}')
    expect(screen.getByText('Map has 6 columns and 5 rows.')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Done' }))
    await waitFor(() => expect(saved(sent)).toBeTruthy())
    expect(saved(sent)).toEqual([
      { widget: 'map', columns: 6, rows: 5 },
      { widget: 'fleet_status', columns: 12, rows: 1 },
      { widget: 'tanks_first', columns: 8, rows: 8 },
      { widget: 'alerts', columns: 4, rows: 4 },
    ])
  })

  it('removes a part, offers it again, and adds it at the end', async () => {
    await begin()
    await userEvent.click(screen.getByRole('button', { name: 'Remove Open alerts' }))
    expect(titles()).not.toContain('Open alerts')
    await userEvent.click(screen.getByRole('button', { name: 'Add' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Open alerts' }))
    expect(screen.getByText('Open alerts was added at position 4 of 4.')).toBeTruthy()
  })

  it('does the same by plain presses', async () => {
    await begin()
    await userEvent.click(screen.getByRole('button', { name: 'Position and size of Map' }))
    const menu = await screen.findByRole('menu')
    await userEvent.click(within(menu).getByRole('menuitem', { name: 'Wider' }))
    expect(screen.getByText('Map has 5 columns and 4 rows.')).toBeTruthy()
  })

  it('stores nothing after a reset to the default', async () => {
    const sent = await begin({ dashboard_layout: [{ widget: 'map', columns: 12, rows: 5 }] })
    await userEvent.click(screen.getByRole('button', { name: 'Restore defaults' }))
    await userEvent.click(screen.getByRole('button', { name: 'Done' }))
    await waitFor(() => expect(saved(sent)).toBeNull())
  })

  it('saves nothing on cancel', async () => {
    const sent = await begin()
    await userEvent.click(screen.getByRole('button', { name: 'Remove Map' }))
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(titles()).toContain('Map')
    expect(saved(sent)).toBeUndefined()
  })

  it('is not offered to users who may only read', async () => {
    answerAll()
    showScreen(<DashboardScreen />, { as: { can_save: false } })
    expect(await screen.findByText('North yard')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Arrange' })).toBeNull()
  })
})
