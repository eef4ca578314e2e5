import { expect, test } from '@playwright/test'
import { placeName } from '#core/domains/devices/placeName.ts'
import { choose, expectStatus, pressWhenEnabled, takeStep } from './orderSteps.ts'
import { apiOf, openAs } from './signIn.ts'

test('the address of an order is chosen from full addresses, and a missing one is added there', async ({
  page,
}) => {
  await openAs(page, 'administrator', '/order')
  await page.getByRole('button', { name: /More fields/ }).click()
  const choice = page.getByRole('button', { name: 'Saved shipping address: Choose an address' })
  await expect(choice).toBeDisabled()
  await choose(page.getByRole('combobox', { name: 'Type' }), 'Quote')
  await choose(page.getByRole('combobox', { name: 'Tank' }), /LT/)
  await expect(page.getByLabel('Due date')).not.toHaveValue('')
  await choice.click()
  await page.getByRole('button', { name: 'Add an address' }).click()
  const fields = page.getByRole('dialog').last()
  await fields.getByRole('textbox', { name: /^Location name/ }).fill('East gate')
  await fields.getByRole('textbox', { name: /^Street\b(?!,)/ }).fill('12 Harbor Road')
  await fields.getByRole('textbox', { name: /^ZIP code/ }).pressSequentially('78701')
  await expect(fields.getByRole('textbox', { name: /^City/ })).toHaveValue('Austin')
  await fields.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('radio', { name: /East gate.*12 Harbor Road.*Austin, TX 78701/ }).check()
  await page.getByRole('button', { name: 'Use this address' }).click()
  await expect(page.getByText('East gate, 12 Harbor Road, Austin, TX')).toBeVisible()
})

test('a quote becomes an order, the order an invoice, and the invoice is paid', { tag: '@daily' }, async ({
  page,
  request,
}) => {
  // An order for a device is for a product in one of its tanks.
  const admin = await apiOf(request, 'administrator')
  const { load_choices } = await admin('GET', '/shipment_planner/load_choices?search=LT')
  // 1,000 gal are ordered; no order exceeds its tank.
  const tank = load_choices.tanks.find(({ room }: { room: number }) => room > 4_000)
  await openAs(page, 'administrator', '/order')
  await choose(page.getByRole('combobox', { name: 'Customer' }), tank.company_title)
  const name = placeName({ ...tank, label: tank.place, products: [tank.product_title] })
  await choose(page.getByRole('combobox', { name: 'Tank' }), name)
  // Terms, currency and due date follow from customer and tank and are collapsed.
  await expect(page.getByLabel('Due date')).toBeHidden()
  await page.getByRole('button', { name: /More fields/ }).click()
  await choose(page.getByRole('combobox', { name: 'Type' }), 'Quote')
  await expect(page.getByLabel('Due date')).not.toHaveValue('')
  await expect(page.getByRole('combobox', { name: 'Currency' })).toHaveValue('USD')
  await expect(page.getByRole('textbox', { name: 'Freight' })).toHaveAttribute('placeholder', '$0.00')

  // The room of the tank is proposed.
  const line = page.getByRole('group', { name: 'Line 1' })
  await expect(line.getByRole('combobox', { name: 'Product' })).toHaveValue(new RegExp(tank.product_title))
  await expect(line.getByRole('textbox', { name: 'Quantity' })).not.toHaveValue('')
  await line.getByRole('textbox', { name: 'Quantity' }).fill('1000')
  // The unit of a quantity is next to it, and each price names it.
  await expect(line.getByRole('combobox', { name: 'Unit' })).toHaveValue('gal')
  await line.getByRole('textbox', { name: 'Price per gal' }).fill('2.5')
  await expect(line.getByText('$2,500.00')).toBeVisible()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page).toHaveURL(/\/order\/\d+$/)

  for (const [label, now] of [
    ['Mark as quoted', 'Quoted'],
    ['Mark as accepted', 'Accepted'],
  ] as const) {
    await takeStep(page, label)
    await expect(expectStatus(page)).toHaveText(now)
  }
  const quote = page.url()
  await pressWhenEnabled(page.getByRole('button', { name: 'Convert quote to sales order' }))
  // This closes the quote, so a dialog asks for confirmation first.
  await page.getByRole('dialog').getByRole('button', { name: 'Create sales order' }).click()
  // Until the order has loaded, the page shows the steps of the quote.
  await expect(page.getByRole('heading', { level: 1 })).toContainText('SO-')
  await takeStep(page, 'Release')
  await expect(expectStatus(page)).toHaveText('Waiting for shipment')
  // Without a delivery a reason is required.
  await takeStep(page, 'Mark as delivered')
  const why = page.getByRole('dialog', { name: 'Mark as delivered' })
  await why.getByRole('textbox', { name: 'Reason' }).fill('Fetched at the rack')
  await why.getByRole('button', { name: 'Mark as delivered' }).click()
  await expect(expectStatus(page)).toHaveText('Delivered')
  await pressWhenEnabled(page.getByRole('button', { name: 'Convert sales order to invoice' }))
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Draft')
  await takeStep(page, 'Mark as open')
  await expect(expectStatus(page)).toHaveText('Not sent')

  const payment = page.getByRole('form', { name: 'Record payment' })
  await payment.getByRole('textbox', { name: 'Amount' }).fill('1000')
  await payment.getByRole('button', { name: 'Record payment' }).click()
  await expect(expectStatus(page)).toHaveText('Partially paid')
  await expect(payment.getByRole('textbox', { name: 'Amount' })).toHaveValue('$1,500.00')
  await payment.getByRole('button', { name: 'Record payment' }).click()
  await expect(expectStatus(page)).toHaveText('Paid')
  await expect(payment).toBeHidden()

  // The check bounced: the payment is reversed, stays in the list, and the balance is open again.
  const payments = page.getByRole('region', { name: 'Payments' })
  await payments.getByRole('button', { name: 'Reverse' }).last().click()
  const taken = page.getByRole('dialog', { name: 'Reverse' })
  await taken.getByRole('textbox', { name: 'Reason' }).fill('Bounced')
  await taken.getByRole('button', { name: 'Reverse payment' }).click()
  await expect(expectStatus(page)).toHaveText('Partially paid')
  await expect(payments.getByText(/reversed: Bounced/)).toBeVisible()
  await expect(payment.getByRole('textbox', { name: 'Amount' })).toHaveValue('$1,500.00')

  // Two of the linked documents are shown, the rest behind a button.
  const timeline = page.getByRole('region', { name: 'Document Timeline' })
  await expect(timeline.getByRole('listitem')).toHaveCount(2)
  await timeline.getByRole('button', { name: /^Show \d+ more/ }).click()
  await expect(timeline.getByRole('listitem')).toHaveCount(4)
  await expect(timeline.getByText('$1,000.00')).toBeVisible()
  await timeline.getByRole('link', { name: /Q-/ }).click()
  await expect(page).toHaveURL(quote)
  await expect(expectStatus(page)).toHaveText('Closed')
})

test('an order on a shipment is locked and says why', async ({ page, request }) => {
  const call = await apiOf(request, 'administrator')
  const { shipment_planners } = await call('GET', '/shipment_planner?status_id=1&sort=shipment_id')
  await openAs(page, 'administrator', `/shipment_planners/${shipment_planners[0].shipment_id}`)
  await page.getByRole('region', { name: 'Document Timeline' }).getByRole('link').first().click()
  await expect(
    page.getByText('This order is locked and cannot be edited as 1 or more products is on a shipment.'),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeHidden()
})
