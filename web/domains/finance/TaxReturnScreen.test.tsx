import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { answering, showScreen } from '#web/resources/testing/showScreen.tsx'
import { TaxReturnScreen } from './TaxReturnScreen.tsx'

const row = {
  ...{
    seller_id: 2,
    seller_title: 'North, Distribution',
    jurisdiction: 'Nebraska',
    tax_code_id: 5,
    tax_name: '=Tax',
  },
  ...{ basis: 'percent' as const, rate: '5.500000', unit_title: 'gal', currency_id: 3, documents: 3 },
  ...{ taxable_quantity: '1500.000', exempt_quantity: '10.000', taxable_amount: '395.000' },
  ...{ exempt_amount: '25.000', tax: '-21.730' },
}

test('taxes of a period are listed by jurisdiction, taxed and exempt', async () => {
  answering({
    'GET /currencies/marks': {
      currencies: [{ currency_id: 3, code: 'USD', prefix: '$', precision: 2, decimal: '.', thousands: ',' }],
    },
    'GET /tax_return?from=2026-05-01&to=2026-05-31': { tax_return: [row] },
  })
  showScreen(<TaxReturnScreen />, { at: '/tax_return?from=2026-05-01&to=2026-05-31' })
  expect(await screen.findByText('Nebraska')).toBeTruthy()
  expect(screen.getByText('5.5%')).toBeTruthy()
  expect(screen.getByText('1,500 gal')).toBeTruthy()
  expect(await screen.findByText('$395.00')).toBeTruthy()
  expect(screen.getByText('-$21.73')).toBeTruthy()
})

test('its file holds figures as stored, and no formulas', async () => {
  const files: Blob[] = []
  vi.stubGlobal(
    'URL',
    Object.assign(URL, {
      createObjectURL: (blob: Blob) => `blob:${files.push(blob)}`,
      revokeObjectURL: () => {},
    }),
  )
  answering({
    'GET /currencies/marks': { currencies: [] },
    'GET /tax_return?from=2026-05-01&to=2026-05-31': { tax_return: [row] },
  })
  showScreen(<TaxReturnScreen />, { at: '/tax_return?from=2026-05-01&to=2026-05-31' })
  await screen.findByText('Nebraska')
  await userEvent.click(screen.getByRole('button', { name: 'CSV' }))
  const [head, line] = (await files[0]?.text())?.split('\r\n') ?? []
  expect(head).toMatch(/^\uFEFF"Seller","Jurisdiction"/)
  expect(line).toBe(
    `"North, Distribution","Nebraska","'=Tax","5.500000","gal","1500.000","10.000","395.000","25.000","-21.730","3"`,
  )
})
