import { type APIRequestContext, expect, type Page, test } from '@playwright/test'
import { dayFromNow } from './days.ts'
import { apiOf, dismissNotices, openAs } from './signIn.ts'

/** Opens the board of a day that no other journey plans, and counts the dispatcher's clicks. */
async function openBoard(page: Page, day: number) {
  await dismissNotices(page.request, 'dispatcher')
  await openAs(page, 'dispatcher', `/dispatch?day=${dayFromNow(day)}`)
  await expect(page.getByRole('heading', { name: 'Dispatch', level: 1 })).toBeVisible()
  let clicks = 0
  const click = async (target: ReturnType<Page['getByRole']>) => {
    clicks += 1
    await target.click()
  }
  return { click, clicked: () => clicks }
}

/** Identifies the orders of this journey. */
const PURCHASE = 'PO-TWENTY'
/** Orders of this journey: some tanks have deliveries on other rounds, and are left out. */
const ORDERS = 34

/**
 * A truck, and small orders for a day, for tanks of the demo's customer; some of these have deliveries on rounds of the demo already.
 */
async function orderForTwenty(request: APIRequestContext, day: string): Promise<string> {
  const call = await apiOf(request, 'dispatcher')
  const admin = await apiOf(request, 'administrator')
  const { user } = await (await apiOf(request, 'customer'))('GET', '/users/current')
  const { load_choices } = await call('GET', '/shipment_planner/load_choices')
  const planned = new Set(load_choices.order_lines.flatMap(({ tanks }: { tanks: number[] }) => tanks))
  const free = load_choices.tanks.filter(
    (tank: {
      device_ports_id: number
      company_id: number
      quantity_planned: number
      room: number
      product_title: string
    }) =>
      tank.company_id === user.company_id &&
      tank.quantity_planned === 0 &&
      tank.room > 1600 &&
      /Diesel|Gasoline/.test(tank.product_title) &&
      !planned.has(tank.device_ports_id),
  )
  for (let number = 0; number < ORDERS; number += 1) {
    const { device_id, company_id, product_id } = free[number % free.length]
    const { transaction_document } = await admin('POST', '/transaction_documents', {
      document_type: 'sales_order',
      ...{
        company_id,
        device_id,
        customer_po: PURCHASE,
        document_date: day,
        due_date: day,
        wished_date: day,
      },
      ...{ approved: 0, payment_term_id: 1, currency_id: 1 },
      details: [{ product_id, quantity: '100', unit_price: '3' }],
    })
    await admin('POST', `/transaction_documents/${transaction_document.document_id}/status`, {
      status_id: 22,
    })
  }
  // A new truck has no last product that restricts its next one.
  const truck_name = `Twenty ${Date.now()}`
  await admin('POST', '/tanker_trucks', {
    ...{ truck_name, company_id: free[0].company_id, vehicle_type: 'truck', num_of_compartments: 3 },
    ...{ compartment1: 10_000, compartment2: 10_000, compartment3: 10_000 },
    ...{ max_weight: 0, payload: 0, gvwr: 0 },
  })
  return truck_name
}

const lane = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const needs = (page: Page) => page.getByRole('region', { name: 'Needs' })
/** The needs that can be planned; above them are the tanks that no round fills. */
const needRows = (page: Page) =>
  needs(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('checkbox') })

test('a load that was added by a truck’s menu moves to another one, and is removed and added again', {
  tag: '@daily',
}, async ({ page }) => {
  await openBoard(page, 4)
  const row = needRows(page).filter({ hasText: 'Platte Valley' }).first()
  const name = (await row.getByRole('link').first().textContent())!
  await row.getByRole('button', { name: /^Put .* on a truck$/ }).click()
  await page.getByRole('menuitem', { name: /^Bobtail 7/ }).click()
  const place = name.split(' · ')[0]!
  await expect(lane(page, 'Bobtail 7').getByText(place, { exact: true })).toBeVisible()
  await lane(page, 'Bobtail 7')
    .getByRole('button', { name: `More for ${place}` })
    .click()
  await page.getByRole('menuitem', { name: 'Move to Farm truck 3' }).click()
  await expect(lane(page, 'Farm truck 3').getByText(place, { exact: true })).toBeVisible()
  await expect(lane(page, 'Bobtail 7').getByText(place, { exact: true })).toBeHidden()
  await lane(page, 'Farm truck 3')
    .getByRole('button', { name: `More for ${place}` })
    .click()
  await page.getByRole('menuitem', { name: 'Take off' }).click()
  await expect(lane(page, 'Farm truck 3').getByText(place, { exact: true })).toBeHidden()
  await page.getByRole('alert').filter({ hasText: 'taken off' }).getByRole('button', { name: 'Undo' }).click()
  await expect(lane(page, 'Farm truck 3').getByText(place, { exact: true })).toBeVisible()
})

test('a need is dragged to a truck', async ({ page }) => {
  await openBoard(page, 5)
  const row = needRows(page).first()
  const place = (await row.getByRole('link').first().textContent())!.split(' · ')[0]!
  const [from, to] = [(await row.boundingBox())!, (await lane(page, 'Farm truck 3').boundingBox())!]
  await page.mouse.move(from.x + from.width / 2, from.y + from.height - 6)
  await page.mouse.down()
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 12 })
  await page.mouse.up()
  await expect(lane(page, 'Farm truck 3').getByText(place, { exact: true })).toBeVisible()
})

test('rounds are proposed, one is accepted, and is on the board', async ({ page }) => {
  await openBoard(page, 6)
  const day = page.getByRole('menuitem', { name: /^For \w/ }).first()
  // A notice that appears meanwhile closes the menu.
  await expect(async () => {
    if (!(await day.isVisible())) await page.getByRole('button', { name: 'Propose rounds' }).click()
    await day.click({ timeout: 2000 })
  }).toPass()
  const all = page.getByRole('region', { name: 'Proposed rounds' })
  await all.getByRole('button', { name: 'End now' }).click()
  await expect(all.getByRole('button', { name: 'Accept all' })).toBeVisible()
  const proposed = page.getByRole('article', { name: /^Proposed round of/ }).first()
  const truck = (await proposed.getAttribute('aria-label'))!.replace('Proposed round of ', '')
  const place = (await proposed.getByRole('link').first().textContent())!.split(' · ')[0]!
  await proposed.getByRole('button', { name: `Accept the round of ${truck}` }).click()
  await expect(page.getByRole('alert').filter({ hasText: '1 round added to the board' })).toBeVisible()
  await expect(lane(page, truck).getByText('Draft')).toBeVisible()
  await expect(lane(page, truck).getByText(place).first()).toBeVisible()
  await expect(page.getByRole('article', { name: `Proposed round of ${truck}` })).toBeHidden()
  await all.getByRole('button', { name: 'Dismiss' }).click()
  await expect(all).toBeHidden()
})

test('a customer is led away from the board', async ({ page }) => {
  await openAs(page, 'customer', '/dispatch')
  await expect(page).toHaveURL(/dashboard/)
})

// Runs last, because it leaves six orders for tanks that its round already delivers to.
test('a dispatcher plans a day of twenty loads with few clicks, and without a form', async ({
  page,
  request,
}) => {
  const truck = await orderForTwenty(request, dayFromNow(3))
  const { click, clicked } = await openBoard(page, 3)
  await needs(page).getByRole('textbox', { name: 'Search' }).fill(PURCHASE)
  const all = needs(page)
    .getByRole('region', { name: 'Must go' })
    .getByRole('button', { name: 'Put all on…' })
  // Until the search has answered, the list also has tanks that are low.
  await expect(needs(page).getByText(`All ${ORDERS}`, { exact: true })).toBeVisible()
  await click(all)
  await click(page.getByRole('menuitem', { name: new RegExp(`^${truck}`) }))
  const round = lane(page, truck).getByRole('article').first()
  // Tanks with deliveries on other rounds stay in the list; all others have been assigned a compartment.
  await expect.poll(() => round.getByText(/100\sgal · compartment/).count()).toBeGreaterThanOrEqual(20)
  await expect(round.getByText('no compartment yet')).toHaveCount(0)
  const drivers = round.getByRole('combobox', { name: 'Choose a driver' })
  const earl = page.getByRole('option', { name: 'Earl Hoffman' })
  await click(drivers)
  // A list that a live event has closed is reopened.
  await expect(async () => {
    if (!(await earl.isVisible())) await drivers.click({ timeout: 2000 })
    await earl.click({ timeout: 2000 })
  }).toPass()
  await click(round.getByRole('button', { name: /^Confirm for / }))
  await expect(round.getByText('Confirmed', { exact: true })).toBeVisible()
  // The click on the driver is made above.
  expect(clicked() + 1).toBe(5)
})
