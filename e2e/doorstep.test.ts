import { expect, test } from '@playwright/test'
import { hireDriver } from './hireDriver.ts'
import { expectStatus } from './orderSteps.ts'
import { Person, PHONE, WIDE } from './person.ts'
import { dismissNotices, NEW_PASSWORD, PASSWORD } from './signIn.ts'

test('from a forecast to the doorstep, the signed ticket and the invoice, each user at their own screen', {
  tag: '@daily',
}, async ({ browser, request }) => {
  const { username, driver, truck } = await hireDriver(request)

  await dismissNotices(request, 'dispatcher')
  const dispatcher = await Person.at(browser, 'dispatcher', WIDE)
  await dispatcher.signIn('dispatcher@ullage.example', PASSWORD, /dispatch/)
  const board = dispatcher.page
  // One of the customer below without an order; another journey plans the first one at the same time.
  const needs = board.getByRole('region', { name: 'Needs' }).getByRole('listitem')
  const free = needs
    .filter({ hasText: /Diesel #2|Gasoline 87/, hasNotText: /SO-\d|its round is/ })
    .filter({ hasText: 'Platte Valley' })
    .filter({ has: board.getByRole('button', { name: /^Put .* on a truck$/ }) })
    .nth(1)
  const place = (await free.getByRole('link').first().textContent())!
  const need = needs.filter({ has: board.getByRole('link', { name: place, exact: true }) })
  const quantity = await need.innerText()
  await dispatcher.click(need.getByRole('button', { name: /^Put .* on a truck$/ }))
  await dispatcher.click(board.getByRole('menuitem', { name: new RegExp(`^${truck}`) }))
  const round = board.getByRole('region', { name: truck, exact: true }).getByRole('article')
  await expect(round).toContainText(place.split(' · ')[0]!)
  await dispatcher.click(round.getByRole('button', { name: 'Arrange' }))
  await dispatcher.choose(round.getByRole('combobox', { name: 'Choose a driver' }), driver)
  await dispatcher.click(round.getByRole('button', { name: 'Send out' }))
  await expect(round.getByText('In route')).toBeVisible()
  const number = (await round.getByRole('link').first().textContent())!
  await dispatcher.leave()

  const phone = await Person.at(browser, 'driver', PHONE)
  await phone.signIn(username, NEW_PASSWORD, /my-day/)
  await phone.press('Store the round on this phone')
  await expect(phone.page.getByText(/Ready: the whole day/)).toBeVisible()
  const stop = phone.page.getByRole('region', { name: number })
  const beforeStop = phone.clicks
  await phone.click(stop.getByRole('button', { name: place.split(' · ')[0]!.split(' – ')[0]! }))
  await phone.press('I have arrived')
  await phone.type(phone.page.getByLabel('Level before'), '7')
  await phone.press(/[Bb]egin the delivery/)
  await phone.type(phone.page.getByLabel('Meter start'), '41200')
  const planned = Number(/([\d,]+)\sgal/.exec(quantity)![1]!.replaceAll(',', ''))
  await phone.type(phone.page.getByLabel('Meter end'), String(41200 + planned - 10))
  await phone.type(phone.page.getByLabel(/^Temperature/), '52')
  await phone.press(/^Write ticket \d+/)
  await phone.type(phone.page.getByLabel('Level after'), '94')
  await phone.press('Save the level')
  await phone.sign(phone.page.locator('canvas[data-field=signature]'))
  await phone.type(phone.page.getByLabel('Recipient’s name'), 'June Hadley')
  await phone.press('Sign and close the stop')
  expect(phone.clicks - beforeStop).toBeLessThanOrEqual(8)
  const paper = phone.page.getByRole('article')
  await expect(paper).toContainText('Received by June Hadley')
  const ticket = /Delivery ticket (\d+)/.exec((await paper.textContent())!)![1]!
  await phone.press('Back to the stops')
  // Nobody has recorded a lift.
  await phone.press('Not now: close the round')
  await expect(phone.page.getByText('Everything is sent')).toBeVisible()
  await phone.leave()

  const clerk = await Person.at(browser, 'clerk', WIDE)
  await clerk.signIn('csr@ullage.example', PASSWORD, /dashboard/)
  const office = clerk.page
  await clerk.click(office.getByRole('link', { name: 'Shipments' }))
  await clerk.click(office.getByRole('link', { name: number, exact: true }))
  await expect(office.getByRole('button', { name: `Print: Delivery ticket ${ticket}` })).toBeVisible()
  await clerk.press('Create orders for deliveries')
  await expect(expectStatus(office)).toHaveText('Delivered')
  await clerk.press('Convert sales order to invoice')
  await expect(office.getByRole('heading', { level: 1 })).toContainText('Draft')
  await clerk.press('Mark as open')
  await expect(office.getByRole('heading', { level: 1 })).toContainText('INV-')
  const invoice = (await office.getByRole('heading', { level: 1 }).textContent())!.match(/INV-\d+-\d+/)![0]
  await expect(expectStatus(office)).toHaveText('Not sent')
  await clerk.press('Mark as sent')
  await expect(expectStatus(office)).toHaveText('Sent')
  await clerk.leave()

  const customer = await Person.at(browser, 'customer', WIDE)
  await customer.signIn('customer@ullage.example', PASSWORD, /home/)
  const home = customer.page
  await customer.press(`Ticket ${ticket}`)
  await expect(home.getByRole('dialog')).toContainText('June Hadley')
  await customer.press('Print or save it')
  await expect(
    home.frameLocator('iframe[title=Preview]').getByText(`Delivery ticket ${ticket}`).first(),
  ).toBeVisible()
  await customer.click(home.getByRole('dialog').last().getByRole('button', { name: 'Close' }).first())
  await customer.click(home.getByRole('dialog').getByRole('button', { name: 'Close' }).first())
  // The latest invoice is due last, so the list of all documents begins with it.
  await customer.click(
    home.getByRole('region', { name: 'To pay', exact: true }).getByRole('link', { name: 'Show all' }),
  )
  await customer.click(home.getByRole('link', { name: invoice, exact: true }))
  await expect(home.getByRole('heading', { level: 1 })).toContainText(invoice)
  await customer.leave()
})
