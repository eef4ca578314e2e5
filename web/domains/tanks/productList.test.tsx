import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { tank_products } from '#core/domains/tanks/tank_products.ts'
import type { LoginType } from '#core/platform/loginTypes.ts'
import { ResourceList } from '#web/resources/list/ResourceList.tsx'
import { answering, showScreen } from '#web/resources/testing/showScreen.tsx'
import { kinds } from './kinds.tsx'

const diesel = {
  ...{ product_id: 1, product_name: 'Diesel #2', company_id: 2, company_title: 'Heartland', grade: null },
  ...{ list_price: '2.479500', list_price_unit_id: 3, list_price_unit_title: 'US gallon', status: 1 },
  ...{ company_currency_id: 3, specific_gravity: '0.845', color: '#123456', total_active_sensors: 4 },
}

async function show(login_type_id: LoginType) {
  answering({
    'GET /tank_products?': {
      tank_products: [diesel],
      page: { page_num: 1, page_size: 25, total_records: 1 },
    },
    'GET /currencies/marks': {
      currencies: [{ currency_id: 3, code: 'USD', prefix: '$', precision: 2, decimal: '.', thousands: ',' }],
    },
    'GET /units_of_measure?': {
      units_of_measure: [{ id: 3, label: 'US gallon', unit_abbrev: 'gal', measure: 'volume' }],
    },
    'GET /': {},
  })
  showScreen(
    <ResourceList resource={tank_products} kind={kinds.tank_products!.list} addressOf={(id) => `/${id}`} />,
    { as: { login_type_id } },
  )
  await screen.findByText('Diesel #2')
}

const headings = () => screen.getAllByRole('columnheader').map((item) => item.textContent)

test('the list of products has their list prices, and no column of grades, which few have', async () => {
  await show('distributor')
  expect(await screen.findByText('$2.4795')).toBeTruthy()
  expect(await screen.findByText('gal')).toBeTruthy()
  expect(headings()).toContain('List price')
  expect(headings()).not.toContain('Grade')
})

test('a customer sees no column of prices', async () => {
  await show('customer')
  expect(headings()).toContain('Product')
  expect(headings()).not.toContain('List price')
})

test('the color of a product is before its name, not in a separate column', async () => {
  await show('administrator')
  const name = screen.getByRole('rowheader', { name: 'Diesel #2' })
  expect(name.querySelector('[style*="background"]')).toBeTruthy()
  expect(headings()).not.toContain('Color')
})
