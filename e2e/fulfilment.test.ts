import { type APIRequestContext, expect, type Page, test } from '@playwright/test'
import { dayFromNow } from './days.ts'
import { choose, expectStatus, pressWhenEnabled, sendEarly, takeStep } from './orderSteps.ts'
import { apiOf, openAs } from './signIn.ts'

interface World {
  company: string
  device: string
  product: string
  truck: string
  driver: string
}

/** A customer who counts in litres, with everything that a delivery needs, and a reader who does so, too. */
async function makeWorld(request: APIRequestContext): Promise<World> {
  const name = 'Metric'
  const staff = await apiOf(request, 'developer')
  const created = async (path: string, single: string, body: object) => {
    const response = await staff('POST', path, body)
    if (!response[single]) throw new Error(`${path}: ${JSON.stringify(response)}`)
    return response[single]
  }
  await staff('PATCH', '/me', { unit_of_measure: 2 })
  const { company_id } = await created('/customers', 'customer', {
    company: `${name} Fuels`,
    payment_term_id: 1,
    unit_of_measure: 2,
  })
  const { devices } = await staff('GET', '/devices?page_size=1')
  const { device_type_id, mobile_provider_id } = devices[0]
  const { public_id } = await created('/devices', 'device', {
    public_id: `E2E-${name.toUpperCase()}`,
    company_id,
    device_type_id,
    mobile_provider_id,
  })
  await created('/tank_products', 'tank_product', {
    product_name: `${name} Diesel`,
    company_id,
    color: '#335577',
    specific_gravity: '0.850',
  })
  const person = { first_name: name, last_name: 'Driver', company_id }
  const { people_id } = await created('/people', 'person', person)
  await created('/tanker_trucks', 'tanker_truck', {
    truck_name: `${name} Bobtail`,
    company_id,
    driver_id: people_id,
    vehicle_type: 'truck',
    num_of_compartments: 1,
    compartment1: 5_000,
    max_weight: 9_000,
    payload: 9_000,
    gvwr: 15_000,
  })
  return {
    company: `${name} Fuels`,
    device: public_id,
    product: `${name} Diesel`,
    truck: `${name} Bobtail`,
    driver: `${name} Driver`,
  }
}

interface Round {
  day: string
  /** The open quantity of the order, in its unit. */
  left: string
  loaded: string
  delivered: string
  message: string
  reason?: string
}

/** A whole round for the order: planned, driven, and finalized with the delivered quantity. */
async function bring(page: Page, { truck, driver, product }: World, order: string, round: Round) {
  await page.goto('/shipment_planners')
  await page.getByRole('link', { name: 'New shipment' }).click()
  await choose(page.getByRole('combobox', { name: 'Truck' }), truck)
  await choose(page.getByRole('combobox', { name: 'Driver' }), driver)
  await page.getByLabel('Load on').fill(round.day)
  await page.getByRole('button', { name: 'Choose orders or tanks' }).click()
  const chooser = page.getByRole('dialog', { name: 'Choose what to load' })
  await chooser.getByRole('textbox', { name: 'Search' }).fill(order)
  const line = chooser.locator('label').filter({ hasText: `${order} · ${product}` })
  await expect(line).toContainText(`${round.left}\u00a0L`)
  // Earlier results move under the pointer when the search is answered.
  await expect(chooser.getByRole('checkbox')).toHaveCount(1)
  await line.getByRole('checkbox').check()
  await chooser.getByRole('button', { name: 'Load 1' }).click()
  const load = page.getByRole('group', { name: 'Load 1' })
  const quantity = load.getByRole('textbox', { name: 'Quantity' })
  await expect(quantity).toHaveValue(round.left)
  await expect(load).toContainText('L')
  await quantity.fill(round.loaded)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page).toHaveURL(/\/shipment_planners\/\d+$/)
  await sendEarly(page)
  await page.getByRole('button', { name: 'Mark as delivered' }).click()
  await page.getByRole('button', { name: 'Finalize shipment' }).click()
  const finalize = page.getByRole('dialog', { name: 'Finalize shipment' })
  await finalize.getByRole('textbox', { name: /^Delivered/ }).fill(round.delivered)
  await expect(finalize.getByText(round.message)).toBeVisible()
  await finalize.getByRole('button', { name: 'Finalize shipment' }).click()
  if (round.reason) {
    // More than planned, beyond the tolerance, needs a reason.
    const reason = finalize.getByRole('textbox', { name: 'Reason for exceeding the limit' })
    await reason.fill(round.reason)
    await finalize.getByRole('button', { name: 'Finalize shipment' }).click()
  }
  await expect(page).toHaveURL(/\/sign$/)
}

/** Bills the unbilled deliveries. */
async function bill(page: Page, order: string, now: string) {
  await page.goto(order)
  await expect(expectStatus(page)).toHaveText(now)
  await pressWhenEnabled(page.getByRole('button', { name: 'Convert sales order to invoice' }))
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Draft')
}

// In litres; `shipments.test.ts` shows the gallons of a round, `money.test.ts` the gallons of an order, its bill and its payment.
test('an order is delivered short, then over, is billed by deliveries, paid and reversed, in litres', async ({
  page,
  request,
}) => {
  const world = await makeWorld(request)
  try {
    await openAs(page, 'developer', '/order')
    await choose(page.getByRole('combobox', { name: 'Customer' }), world.company)
    // Its only device is preselected.
    await expect(page.getByRole('combobox', { name: 'Tank' })).toHaveValue(world.device)
    await page.getByRole('button', { name: 'Add a line' }).click()
    const line = page.getByRole('group', { name: 'Line 1' })
    await choose(line.getByRole('combobox', { name: 'Product' }), world.product)
    await line.getByRole('textbox', { name: 'Quantity' }).fill('500')
    await expect(line.getByRole('combobox', { name: 'Unit' })).toHaveValue('L')
    await line.getByRole('textbox', { name: `Price per L` }).fill('2.345678')
    await expect(line.getByText('$1,172.84')).toBeVisible()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page).toHaveURL(/\/order\/\d+$/)
    const order = page.url()
    const number = `SO-${order.split('/').at(-1)}`
    await takeStep(page, 'Release')
    await expect(expectStatus(page)).toHaveText('Waiting for shipment')

    await bring(page, world, number, {
      day: dayFromNow(9),
      left: '500',
      loaded: '300',
      delivered: '280',
      message: `20\u00a0L less than loaded`,
    })
    await bill(page, order, 'Partly delivered')
    await expect(page.getByText('$656.79').first()).toBeVisible()
    await expect(page.getByRole('row', { name: 'Line 1' })).toContainText(`280\u00a0L`)

    await bring(page, world, number, {
      day: dayFromNow(10),
      left: '220',
      loaded: '220',
      delivered: '235',
      message: `15\u00a0L more than loaded`,
      reason: 'The meter says so',
    })
    // No screen on the way shows a unit of the other system.
    await expect(page.getByText(`235\u00a0L delivered, 220\u00a0L planned`)).toBeVisible()
    await expect(page.getByText(/\d\u00a0gal\b/)).toHaveCount(0)
    await bill(page, order, 'Delivered')
    await expect(page.getByText('$551.23').first()).toBeVisible()

    await takeStep(page, 'Mark as open')
    const payment = page.getByRole('form', { name: 'Record payment' })
    await expect(payment.getByRole('textbox', { name: 'Amount' })).toHaveValue('$551.23')
    await payment.getByRole('button', { name: 'Record payment' }).click()
    await expect(expectStatus(page)).toHaveText('Paid')
    await page.getByRole('region', { name: 'Payments' }).getByRole('button', { name: 'Reverse' }).click()
    const taken = page.getByRole('dialog', { name: 'Reverse' })
    await taken.getByRole('textbox', { name: 'Reason' }).fill('Bounced')
    await taken.getByRole('button', { name: 'Reverse payment' }).click()
    await expect(expectStatus(page)).toHaveText('Not sent')
    await expect(payment.getByRole('textbox', { name: 'Amount' })).toHaveValue('$551.23')

    await page.goto(order)
    await expect(expectStatus(page)).toHaveText('Invoiced')
  } finally {
    const staff = await apiOf(request, 'developer')
    await staff('PATCH', '/me', { unit_of_measure: 1 })
  }
})
