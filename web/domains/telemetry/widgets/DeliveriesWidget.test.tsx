import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { en } from '#web/domains/dashboard/texts.en.ts'
import { answering, showScreen } from '#web/resources/testing/showScreen.tsx'
import { DeliveriesWidget } from './DeliveriesWidget.tsx'

test('rises that no round or ticket explains are not called deliveries', async () => {
  const rise = {
    ...{
      tank_change_id: 1,
      device_id: 3,
      public_id: 'U-3',
      label: 'York',
      product: 'Diesel',
      company: 'Acme',
    },
    ...{ at: new Date().toISOString(), volume: 6555 },
  }
  answering({ 'GET /': { deliveries: [rise], times: 1, total: 6555, unit: 'gal' } })
  showScreen(<DeliveriesWidget title={en.widgets.deliveries} />)
  expect(await screen.findByText(/^6,555.gal in 1 rise within 7 days$/)).toBeTruthy()
  expect(screen.getByText('Rises seen by sensors')).toBeTruthy()
  expect(document.body.textContent).not.toMatch(/deliver/i)
})
