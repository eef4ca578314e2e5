import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { help_articles } from '#core/domains/help/help_articles.ts'
import { shipment_planners } from '#core/domains/shipments/shipment_planners.ts'
import { work_orders } from '#core/domains/work_orders/work_orders.ts'
import { answering, showScreen } from '#web/resources/testing/showScreen.tsx'
import { ChangeList } from './ChangeList.tsx'

const END = 'the last line'
const long = `${'word '.repeat(100)}${END}`

test('a long text is abbreviated until it is opened', async () => {
  const onShowAll = vi.fn()
  const changes = [{ field: 'work_performed', before: null, after: long }]
  showScreen(<ChangeList resource={work_orders} changes={changes} onShowAll={onShowAll} />)
  expect(await screen.findByText(/^word word .*…$/)).toBeTruthy()
  expect(screen.queryByText(new RegExp(END))).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Show all' }))
  expect(screen.getByText(new RegExp(END))).toBeTruthy()
  expect(onShowAll).toHaveBeenCalledOnce()
  expect(screen.queryByRole('button', { name: 'Show all' })).toBeNull()
})

test('rich text is shown as plain text, without a truncated tag', async () => {
  const after = `<p>Charge the <b>pack</b></p><img src="data:image/png;base64,${'A'.repeat(900)}`
  const changes = [{ field: 'body', before: '<p>Old</p>', after, is_cut: true }]
  showScreen(<ChangeList resource={help_articles} changes={changes} staysShort />)
  expect(await screen.findByText('Charge the pack…')).toBeTruthy()
  expect(screen.getByText('Old')).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})

test('changed rows of a record are shown with their names, the unchanged ones are not', async () => {
  answering({
    'GET /tank_products/options': { options: [] },
    'GET /': { tank_products: [{ product_id: 1, id: 1, label: 'Diesel #2' }] },
  })
  const stays = { product_id: 1, compartment: 1, quantity_ordered: 1000 }
  const changes = [
    {
      field: 'details',
      before: [stays, { product_id: 1, compartment: 2, quantity_ordered: 500 }],
      after: [stays, { product_id: 1, compartment: 3, quantity_ordered: 500 }],
    },
  ]
  showScreen(<ChangeList resource={shipment_planners} changes={changes} />)
  const gone = await screen.findByText((_, element) =>
    Boolean(element?.localName === 'del' && element.textContent?.match(/^Compartment 2 · Diesel #2/)),
  )
  expect(gone).toBeTruthy()
  expect(document.body.textContent).toContain('Compartment 3 · Diesel #2')
  expect(document.body.textContent).not.toContain('Compartment 1')
})
