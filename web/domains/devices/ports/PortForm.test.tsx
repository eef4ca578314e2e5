import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import type { UserField } from '#core/resources/fields/userFields.ts'
import { renderTank, stubCalls } from '#web/domains/telemetry/tank/testing/renderTank.tsx'
import { UserFieldsProvider } from '#web/resources/userFields.tsx'
import { PortForm } from './PortForm.tsx'
import type { Port } from './usePorts.ts'

function answerAll(more: Record<string, object> = {}) {
  return stubCalls({
    'GET /tank_types': {
      tank_types: [
        {
          tank_type_id: 1,
          label: 'Upright cylinder',
          slug: 'vertical_cylinder',
          formula: 'pi*D^2/4*clamp(h,0,H)/1e6',
        },
      ],
    },
    'GET /tank_specs': {
      tank_specs: [
        {
          tank_spec_id: 4,
          label: 'Highland 300',
          tank_type_id: 1,
          def_us_gallons: '300.000000',
          imperial_diameter: '38.000000',
          imperial_height: '60.500000',
          imperial_width: '0.000000',
          imperial_length: '0.000000',
          def_liters: '1135.623535',
          metric_diameter: '965.200000',
          metric_height: '1536.700000',
          metric_width: '0.000000',
          metric_length: '0.000000',
          ...{
            imperial_wall: '0.250000',
            imperial_dish_radius: '0.000000',
            imperial_knuckle_radius: '0.000000',
          },
          ...{ metric_wall: '6.350000', metric_dish_radius: '0.000000', metric_knuckle_radius: '0.000000' },
        },
      ],
    },
    'GET /tank_products': { tank_products: [] },
    'GET /sensor_types': { sensor_types: [] },
    'POST /devices/9/ports': { device_port: { port_number: 1 } },
    ...more,
  })
}

describe('the form of a port', () => {
  it('sends the fields of the user’s own unit system and no others', async () => {
    const sent = answerAll()
    renderTank(<PortForm device_id={9} port={null} firstFree={1} />)
    await userEvent.click(await screen.findByRole('combobox', { name: /Manufacturer’s tank/ }))
    await userEvent.click(await screen.findByRole('option', { name: 'Highland 300' }))
    await userEvent.type(screen.getByRole('textbox', { name: /Sensor offset/ }), '4')
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(sent.some(({ method }) => method === 'POST')).toBe(true))
    const { body } = sent.find(({ method }) => method === 'POST')!
    expect(body).toMatchObject({
      port_number: 1,
      tank_type_id: 1,
      template: 4,
      def_us_gallons: '300',
      imperial_diameter: '38',
      imperial_height: '60.5',
      imperial_wall: '0.25',
      imperial_sensor_offset: '4',
    })
    expect(Object.keys(body!).filter((name) => /^(metric_|def_liters|sensor_offset)/.test(name))).toEqual([])
  })

  it('has the fields that the installation added to tanks', async () => {
    const cover = { resource: 'device_ports', name: 'cover', label: 'Cover', data_type: 'text' } as UserField
    const sent = answerAll({ 'GET /user_defined_fields/known': { user_defined_fields: [cover] } })
    renderTank(
      <UserFieldsProvider waiting={null}>
        <PortForm device_id={9} port={null} firstFree={1} />
      </UserFieldsProvider>,
    )
    await screen.findByRole('heading', { name: 'Additional fields' })
    await userEvent.type(screen.getByRole('textbox', { name: 'Cover' }), 'Steel')
    await userEvent.click(await screen.findByRole('combobox', { name: /Manufacturer’s tank/ }))
    await userEvent.click(await screen.findByRole('option', { name: 'Highland 300' }))
    await userEvent.type(screen.getByRole('textbox', { name: /Sensor offset/ }), '4')
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(sent.some(({ method }) => method === 'POST')).toBe(true))
    expect(sent.find(({ method }) => method === 'POST')!.body).toMatchObject({ udf_cover: 'Steel' })
  })

  it('lists sizes by capacity', async () => {
    const spec = (tank_spec_id: number, label: string, def_liters: string) => ({
      ...{ tank_spec_id, label, def_liters, tank_type_id: 1 },
    })
    answerAll({
      'GET /tank_specs': {
        tank_specs: [
          spec(1, '1,000 gal vessel', '3785.4'),
          spec(2, '120 gal vessel', '454.2'),
          spec(3, '30,000 gal vessel', '113562.4'),
        ],
      },
    })
    renderTank(<PortForm device_id={9} port={null} firstFree={1} />)
    await userEvent.click(await screen.findByRole('combobox', { name: /Manufacturer’s tank/ }))
    await screen.findByRole('option', { name: '120 gal vessel' })
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      ...['120 gal vessel', '1,000 gal vessel', '30,000 gal vessel'],
    ])
  })

  it('asks for no offset of a dial', async () => {
    const sent = answerAll({
      'GET /sensor_types': {
        sensor_types: [
          { sensor_type_id: 5, label: 'Dial', measure: 'volume_percent' },
          { sensor_type_id: 6, label: 'Ultrasonic', measure: 'distance' },
        ],
      },
    })
    renderTank(<PortForm device_id={9} port={null} firstFree={1} />)
    const choose = async (name: string) => {
      await userEvent.click(screen.getByRole('combobox', { name: 'Sensor type' }))
      await userEvent.click(await screen.findByRole('option', { name }))
    }
    await choose('Ultrasonic')
    expect(screen.getByRole('textbox', { name: /Sensor offset/ })).toBeTruthy()
    await choose('Dial')
    expect(screen.queryByRole('textbox', { name: /Sensor offset/ })).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(sent.some(({ method }) => method === 'POST')).toBe(true))
  })

  it('shows no issues before the first save, then lists missing fields', async () => {
    const sent = answerAll()
    renderTank(<PortForm device_id={9} port={null} firstFree={1} />)
    expect(screen.queryByText('Required')).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Required')).toBeTruthy()
    expect(sent.some(({ method }) => method === 'POST')).toBe(false)
  })

  it('stores levels as percent if they are entered as volume', async () => {
    const sent = answerAll()
    renderTank(<PortForm device_id={9} port={null} firstFree={1} />)
    const capacity = screen.getByRole('textbox', { name: /Capacity/ })
    await userEvent.clear(capacity)
    await userEvent.type(capacity, '500')
    await userEvent.click(screen.getByText('gal', { selector: 'label *' }))
    await userEvent.type(screen.getByRole('textbox', { name: /Mild level/ }), '150')
    await userEvent.type(screen.getByRole('textbox', { name: /Sensor offset/ }), '4')
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(sent.find(({ method }) => method === 'POST')?.body?.['reorder_yellow']).toBe('30.00'),
    )
  })

  it('shows both values after a conflict, and saves the chosen one', async () => {
    const port = {
      device_ports_id: 5,
      device_id: 9,
      port_number: 1,
      active: 1,
      reorder_yellow: '30.00',
      reorder_red: '15.00',
      imperial_sensor_offset: '4.000000',
      def_us_gallons: '300.000000',
      imperial_diameter: '38.000000',
      imperial_height: '60.500000',
      imperial_width: '0.000000',
      imperial_length: '0.000000',
      ...{ imperial_wall: '0.000000', imperial_dish_radius: '0.000000', imperial_knuckle_radius: '0.000000' },
      ...{ tilt: '0.00', imperial_gauge_position: '0.000000' },
      updated_at: '2026-01-01T00:00:00.000Z',
    } as Port
    const otherVersion = { ...port, reorder_yellow: '40.00', updated_at: '2026-01-02T00:00:00.000Z' }
    const sent = answerAll({
      'PATCH /devices/9/ports/5': { status: 409, message: 'changed', current: otherVersion },
    })
    renderTank(<PortForm device_id={9} port={port} firstFree={2} />)
    const level = await screen.findByRole('textbox', { name: /Mild level/ })
    await userEvent.clear(level)
    await userEvent.type(level, '35')
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    const dialog = await screen.findByRole('dialog', { name: 'Someone else changed this record' })
    expect(within(dialog).getByRole('radio', { name: /^40/ })).toBeTruthy()
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save this choice' }))
    await waitFor(() => expect(sent.filter(({ method }) => method === 'PATCH')).toHaveLength(2))
    expect(sent.filter(({ method }) => method === 'PATCH')[1]!.body).toEqual({
      reorder_yellow: '35',
      if_updated_at: otherVersion.updated_at,
    })
  })
})
