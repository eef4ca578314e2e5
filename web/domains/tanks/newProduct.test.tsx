import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { ResourceForm } from '#web/resources/form/ResourceForm.tsx'
import type { RecordKind } from '#web/resources/record/recordKind.ts'
import { answering, showScreen } from '#web/resources/testing/showScreen.tsx'
import { kinds } from './kinds.tsx'

const kind = kinds.tank_products!.record as RecordKind

async function show() {
  const sent = answering({
    'GET /units_of_measure?': { units_of_measure: [{ id: 3, label: 'US gallon', code: 'gal' }] },
    'GET /companies': { companies: [{ company_id: 1, label: 'Ullage' }] },
    'POST /tank_products': { tank_product: { product_id: 9 } },
    'GET /': {},
  })
  showScreen(<ResourceForm resource={kind.formOf!(true)!} record={null} kind={kind} onSaved={() => {}} />)
  await screen.findByRole('combobox', { name: /^Product/ })
  const saved = async () => {
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(sent.some(({ call }) => call === 'POST /tank_products')).toBe(true))
    return sent.find(({ call }) => call === 'POST /tank_products')!.body
  }
  return saved
}

test('a usual product is created by its name: gravity, papers, color and the unit of its price follow', async () => {
  const saved = await show()
  await userEvent.type(screen.getByRole('combobox', { name: /^Product/ }), 'prop')
  await userEvent.click(await screen.findByRole('option', { name: 'Propane' }))
  expect(await saved()).toMatchObject({
    ...{ product_name: 'Propane', product_group: 'lpg', specific_gravity: '0.510', list_price_unit_id: 3 },
    ...{ un_number: 'UN1075', hazard_class: '2.1', degree_day_base: 'f65', company_id: 1 },
  })
})

test('any other product needs its name alone, and shows seven fields', async () => {
  const saved = await show()
  expect(screen.queryByText('UN number')).toBeNull()
  expect(screen.getAllByText(/./, { selector: 'label' })).toHaveLength(7)
  await userEvent.type(screen.getByRole('combobox', { name: /^Product/ }), 'Brine')
  expect(await saved()).toMatchObject({ product_name: 'Brine', specific_gravity: '1', color: '#475569' })
})
