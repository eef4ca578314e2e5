import { expect, test } from '@playwright/test'
import { dayFromNow } from './days.ts'
import { sendEarly } from './orderSteps.ts'
import { apiOf, openAs } from './signIn.ts'

test('a shipment is loaded from orders, driven, finalized and signed', { tag: '@daily' }, async ({
  page,
  request,
}) => {
  // A new truck has no last product that restricts its next one.
  const admin = await apiOf(request, 'administrator')
  const { tanker_trucks } = await admin('GET', '/tanker_trucks?search=Farm%20truck%203')
  const truck_name = `Round ${Date.now()}`
  await admin('POST', '/tanker_trucks', {
    ...{ truck_name, company_id: tanker_trucks[0].company_id, vehicle_type: 'truck', num_of_compartments: 2 },
    ...{ compartment1: 4_000, compartment2: 3_000, max_weight: 0, payload: 0, gvwr: 0 },
  })
  const order = await openOrder(admin)
  await openAs(page, 'administrator', '/shipment_planners')
  await page.getByRole('link', { name: 'New shipment' }).click()
  await page.getByRole('combobox', { name: 'Truck' }).click()
  await page.getByRole('option', { name: truck_name }).click()
  await page.getByRole('combobox', { name: 'Driver' }).click()
  await page.getByRole('option', { name: 'Earl Hoffman' }).click()
  await page.getByLabel('Load on').fill(dayFromNow(1))

  await page.getByRole('button', { name: 'Choose orders or tanks' }).click()
  const chooser = page.getByRole('dialog', { name: 'Choose what to load' })
  await chooser.getByRole('textbox', { name: 'Search' }).fill(order)
  await chooser.getByRole('checkbox', { name: new RegExp(`^${order} `) }).check()
  await chooser.getByRole('button', { name: 'Load 1' }).click()
  const load = page.getByRole('group', { name: 'Load 1' })
  await expect(load).toContainText(order)
  await load.getByRole('textbox', { name: 'Quantity' }).fill('300')
  // A load that does not fit whole into one compartment has none; a smaller one fits.
  await load.getByRole('combobox', { name: 'Compartment' }).click()
  await page.getByRole('option', { name: /^1 / }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL(/\/shipment_planners\/\d+$/)

  await sendEarly(page)
  await expect(page.getByText('Loads and vehicles can only be changed while')).toBeVisible()
  await page.getByRole('button', { name: 'Mark as delivered' }).click()
  await page.getByRole('button', { name: 'Finalize shipment' }).click()
  await expect(page).toHaveURL(/\/finalize$/)
  const finalize = page.getByRole('dialog', { name: 'Finalize shipment' })
  await expect(finalize.getByRole('heading', { name: /^Stop 1: Platte Valley/ })).toBeVisible()
  await finalize.getByRole('textbox', { name: /^Delivered/ }).fill('280')
  await expect(finalize.getByText('20\u00a0gal less than loaded')).toBeVisible()
  await finalize.getByRole('button', { name: 'Finalize shipment' }).click()

  await expect(page).toHaveURL(/\/sign$/)
  const sign = page.getByRole('dialog', { name: 'Sign for receipt' })
  await sign.getByRole('button', { name: 'Sign for receipt' }).click()
  await expect(sign.getByText('Required')).toHaveCount(2)
  await sign.getByRole('textbox', { name: 'Recipient’s name' }).fill('Dale Kowalski')
  const paper = (await sign.getByRole('img', { name: 'Signature' }).boundingBox())!
  await page.mouse.move(paper.x + 40, paper.y + 60)
  await page.mouse.down()
  await page.mouse.move(paper.x + 160, paper.y + 110, { steps: 8 })
  await page.mouse.up()
  await sign.getByRole('button', { name: 'Sign for receipt' }).click()
  await expect(page.getByRole('img', { name: 'Signature of Dale Kowalski' })).toBeVisible()
  await expect(
    page.getByText('The stops and loads of a finished shipment can no longer be changed.'),
  ).toBeVisible()
  await expect(page.getByText('280\u00a0gal delivered · 1 of 1 stop delivered')).toBeVisible()
  await expect(page.getByText(/\d\u00a0L\b/)).toHaveCount(0)

  await page.getByRole('region', { name: 'Document Timeline' }).getByRole('link', { name: order }).click()
  await expect(page.getByLabel('Status', { exact: true }).first()).toHaveText('Partly delivered')
})

/** An approved order for a device without a tank, so that no level limits it: its displayed number. */
async function openOrder(admin: Awaited<ReturnType<typeof apiOf>>): Promise<string> {
  const { customers } = await admin('GET', '/customers?search=Platte%20Valley')
  const { tank_products } = await admin('GET', '/tank_products?search=Diesel%20%232')
  const { units_of_measure } = await admin('GET', '/units_of_measure?options=1')
  const unit_id = units_of_measure.find(({ code }: { code: string | null }) => code === 'gal').id
  const [company_id, product_id] = [customers[0].company_id, tank_products[0].product_id]
  const { devices } = await admin('GET', '/devices?page_size=1')
  const { device_type_id, mobile_provider_id } = devices[0]
  const { device } = await admin('POST', '/devices', {
    ...{ public_id: `ORDER-${Date.now()}`, company_id, device_type_id, mobile_provider_id },
  })
  const { transaction_document } = await admin('POST', '/transaction_documents', {
    ...{
      document_type: 'sales_order',
      company_id,
      device_id: device.device_id,
      document_date: dayFromNow(0),
      due_date: dayFromNow(0),
    },
    ...{ approved: 0, payment_term_id: 1, currency_id: 1 },
    details: [{ product_id, quantity: '2000', unit_id, unit_price: '3' }],
  })
  const { document_id, document_number } = transaction_document
  await admin('POST', `/transaction_documents/${document_id}/status`, { status_id: 22 })
  return document_number
}

test('the typed name can replace a drawn signature', async ({ page, request }) => {
  const call = await apiOf(request, 'administrator')
  const { shipment_planners } = await call('GET', '/shipment_planner?status_id=2&sort=shipment_id')
  await openAs(page, 'administrator', `/shipment_planners/${shipment_planners[0].shipment_id}`)
  await page.getByRole('button', { name: 'Mark as delivered' }).click()
  await page.getByRole('button', { name: 'Finalize shipment' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Finalize shipment' }).click()
  const sign = page.getByRole('dialog', { name: 'Sign for receipt' })
  await sign.getByRole('textbox', { name: 'Recipient’s name' }).fill('Ray Ochoa')
  await sign.getByRole('button', { name: 'Type the name instead' }).press('Enter')
  await sign.getByRole('button', { name: 'Sign for receipt' }).press('Enter')
  await expect(page.getByRole('img', { name: 'Signature of Ray Ochoa' })).toBeVisible()
})
