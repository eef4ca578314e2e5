import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { PortSummary } from '#core/domains/telemetry/portSummary.ts'
import { TankChips } from './TankChips.tsx'
import { renderTank, stubCalls } from './testing/renderTank.tsx'

const tank = {
  ...{ device_ports_id: 7, port_number: 1, product: 'Diesel', percent: 50, volume: 264, volume_unit: 'gal' },
  ...{ level: 'fine', level_source: 'measured', trust: 'good', reading_at: new Date().toISOString() },
} as PortSummary

test('a volume shows its margin on hover, and loads it only then', async () => {
  const sent = stubCalls({
    'GET /devices/3/volume_margin/1': {
      ...{ unit: 'gal', margin: 9.4 },
      parts: [
        { part: 'shape', margin: 8 },
        { part: 'sensor', margin: 5 },
      ],
    },
  })
  renderTank(<TankChips tanks={[tank]} device_id={3} uploadHours={2} />)
  expect(sent).toEqual([])
  const volume = screen.getByText(/264/)
  await userEvent.hover(volume)
  await waitFor(() => expect(sent).toHaveLength(1))
  await userEvent.unhover(volume)
  await userEvent.hover(volume)
  expect((await screen.findByRole('tooltip')).textContent?.replace(/\s/g, ' ')).toBe(
    'The volume may be off by ± 9 gal (tank shape 8, sensor 5).',
  )
})

test('an estimate has a range and no margin: nothing is requested', async () => {
  const sent = stubCalls({})
  renderTank(<TankChips tanks={[{ ...tank, level_source: 'estimated' }]} device_id={3} uploadHours={2} />)
  await userEvent.hover(screen.getByText(/264/))
  expect(sent).toEqual([])
})
