import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { answerCalls, renderTank } from '#web/resources/tank/testing/renderTank.tsx'
import { PortForm } from './PortForm.tsx'

function answerAll() {
  return answerCalls({
    'GET /tank_types': {
      tank_types: [
        {
          tank_type_id: 1,
          tank_type: 'Upright cylinder',
          slug: 'vertical_cylinder',
          formula: 'pi*D^2/4*clamp(h,0,H)/1e6',
        },
      ],
    },
    'GET /tank_specs': {
      tank_specs: [
        {
          tank_spec_id: 4,
          tank_name: 'Highland 300',
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
        },
      ],
    },
    'GET /tank_products': { tank_products: [] },
    'GET /sensor_types': { sensor_types: [] },
    'POST /devices/9/ports': { device_port: { port_number: 1 } },
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
      imperial_sensor_offset: '4',
    })
    expect(Object.keys(body!).filter((name) => /^(metric_|def_liters|sensor_offset)/.test(name))).toEqual([])
  })

  it('complains of nothing before the first save, and then says what is missing', async () => {
    const sent = answerAll()
    renderTank(<PortForm device_id={9} port={null} firstFree={1} />)
    expect(screen.queryByText('Required')).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Required')).toBeTruthy()
    expect(sent.some(({ method }) => method === 'POST')).toBe(false)
  })

  it('keeps levels as percent when they are entered as volume', async () => {
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
})
