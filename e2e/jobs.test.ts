import { expect, type Page, test } from '@playwright/test'
import { english } from '#web/app/texts/english.ts'
import { spanish } from '#web/app/texts/spanish.ts'
import { MAIN_SCREENS } from '../scripts/mainScreens.mjs'
import { inTurn } from '../scripts/turns.mjs'
import { dayFromNow } from './days.ts'
import { Effort } from './effort.ts'
import { hireDriver } from './hireDriver.ts'
import { settled } from './settled.ts'
import { apiOf, dismissNotices, NEW_PASSWORD, openAs } from './signIn.ts'

/** Everyday jobs, with their effort: clicks, and fields that are typed into. */

test('a customer with site, propane tank and device takes five questions and one save', async ({ page }) => {
  const id = `JOB-${Date.now() % 1_000_000}`
  await openAs(page, 'administrator', '/new_place')
  const effort = new Effort()
  const field = (name: RegExp) => page.getByRole('textbox', { name })
  const who = page.getByRole('region', { name: /Who is it for/ })
  await effort.type(who.getByRole('textbox', { name: /^Name/ }), `Elm Road Dairy ${id}`)
  await effort.type(field(/^Phone number/), '3085550142')
  await effort.type(field(/^E-mail address/), 'office@elmroad.example')
  await effort.type(field(/^Address/), '12 Elm Road')
  await effort.type(field(/^ZIP code/), '68801')
  await expect(field(/^City/)).toHaveValue('Grand Island')
  await effort.click(page.getByRole('combobox', { name: /^Product/ }))
  await effort.click(page.getByRole('option', { name: /propane/i }).first())
  await effort.type(page.getByRole('combobox', { name: /^Size/ }), '500 gal propane')
  await effort.click(page.getByRole('option', { name: /500 gal propane/ }).first())
  await effort.type(field(/^Device id/), id)
  const offset = field(/^Sensor offset/)
  if (await offset.isVisible()) await effort.type(offset, '2')
  await effort.click(page.getByRole('button', { name: 'Set everything up' }))
  await expect(page).toHaveURL(/\/new_place\/\d+$/)
  expect(effort.typed).toBeLessThanOrEqual(14)
  expect(effort.clicks).toBeLessThanOrEqual(4)
  await expect(page.getByRole('heading', { name: new RegExp(id) })).toBeVisible()
})

test('a new person is invited in three clicks, and chooses their own password', async ({ page, browser }) => {
  const address = `nora.${Date.now() % 1_000_000}@job.example`
  await openAs(page, 'administrator', '/people')
  const effort = new Effort()
  await effort.click(page.getByRole('button', { name: 'Invite', exact: true }))
  const dialog = page.getByRole('dialog')
  await effort.type(dialog.getByRole('textbox', { name: /^E-mail address/ }), address)
  await effort.type(dialog.getByRole('textbox', { name: /^First name/ }), 'Nora')
  await effort.type(dialog.getByRole('textbox', { name: /^Last name/ }), 'Dispatch')
  const role = dialog.getByRole('radio', { name: 'Dispatcher' })
  await expect(dialog.getByText(/Works on .*shipments/).first()).toBeVisible()
  await effort.click(role)
  await effort.click(dialog.getByRole('button', { name: 'Send the invitation' }))
  await expect(dialog.getByText(`The link was e-mailed to ${address}.`)).toBeVisible()
  expect(effort).toMatchObject({ clicks: 3, typed: 3 })

  const link = (await dialog.locator('pre').textContent())!
  const visitor = await browser.newPage()
  await visitor.goto(new URL(link).pathname)
  await expect(visitor.getByRole('textbox', { name: /^Username/ })).toHaveValue(address)
  await visitor.getByRole('textbox', { name: /^Mobile|^Phone/ }).fill('3085550177')
  for (const secret of await visitor.locator('input[type=password]').all()) await secret.fill(NEW_PASSWORD)
  await visitor.locator('button[type=submit]').click()
  await expect(visitor.getByRole('status')).toBeVisible()
  // The link can be used once: afterwards it reports that it was used.
  await visitor.goto(new URL(link).pathname)
  await expect(visitor.getByText(/already been used or has expired/)).toBeVisible()
  await visitor.close()
})

test('recipients of notifications about a low tank are chosen at the tank, in three clicks', async ({
  page,
  request,
}) => {
  const call = await apiOf(request, 'administrator')
  const { devices } = await call('GET', '/devices?page_size=1')
  const { device_id } = devices[0]
  await openAs(page, 'administrator', `/devices/profile/${device_id}`)
  const effort = new Effort()
  await effort.click(page.getByRole('tab', { name: 'Alerts' }))
  const panel = page.getByRole('region', { name: 'Alert recipients' })
  await effort.click(panel.getByRole('combobox', { name: 'Add a person' }))
  const option = page.getByRole('listbox').getByRole('option').first()
  const name = (await option.textContent())!.split(' · ')[0]!
  await effort.click(option)
  const way = panel.getByRole('combobox', { name: `How ${name} is notified` })
  await expect(way).toHaveValue('mail')
  expect(effort).toMatchObject({ clicks: 3, typed: 0 })

  await panel.getByRole('combobox', { name: `When ${name} is notified` }).selectOption('urgent')
  await expect
    .poll(async () => (await call('GET', `/devices/${device_id}/alert_readers`)).alert_readers)
    .toContainEqual(expect.objectContaining({ name, by_mail: true, from_level: 'urgent', is_chosen: true }))
  await panel.getByRole('button', { name: `Stop notifying ${name} about this device` }).click()
  await expect(panel.getByText(name)).toHaveCount(0)
})

test('a customer requests a fill in two taps, and reads what they requested', async ({ page }) => {
  await openAs(page, 'customer', '/home')
  const free = page.getByRole('article').filter({ hasText: 'No delivery is planned' }).first()
  const tank = page.getByRole('article', { name: (await free.getAttribute('aria-label'))!, exact: true })
  const effort = new Effort()
  await effort.click(tank.getByRole('button', { name: /^Order a fill/ }))
  await effort.click(page.getByRole('dialog').getByRole('button', { name: 'Send request' }))
  await expect(tank.getByText(/^Requested: about [\d,]+\sgal$/)).toBeVisible()
  expect(effort).toMatchObject({ clicks: 2, typed: 0 })
})

test('the cause of an alert is stated in one sentence', async ({ page, request }) => {
  const call = await apiOf(request, 'administrator')
  const { alerts } = await call('GET', '/alerts?status=open&level=urgent&page_size=1')
  await openAs(page, 'administrator', `/devices/profile/${alerts[0].device_id}`)
  await page.getByRole('tab', { name: 'Alerts' }).click()
  await page.getByRole('button', { name: 'What triggered it' }).first().click()
  await expect(
    page.getByText(/^Fell to .*; it is (urgent|mild) at or below \d+\s?%\.$/).first(),
  ).toBeVisible()
})

test('deliveries due this week are confirmed on a truck after three clicks', async ({ page, request }) => {
  const { truck } = await hireDriver(request, { drivesAlways: true })
  await dismissNotices(request, 'dispatcher')
  await openAs(page, 'dispatcher', `/dispatch?day=${dayFromNow(1)}`)
  const need = page
    .getByRole('region', { name: 'Needs' })
    .getByRole('listitem')
    .filter({ hasText: /Diesel #2|Gasoline 87/, hasNotText: /SO-\d|its round is/ })
    .filter({ has: page.getByRole('button', { name: /^Put .* on a truck$/ }) })
    .first()
  const effort = new Effort()
  await effort.click(need.getByRole('button', { name: /^Put .* on a truck$/ }))
  await effort.click(page.getByRole('menuitem', { name: new RegExp(`^${truck}`) }))
  const round = page.getByRole('region', { name: truck, exact: true }).getByRole('article')
  await effort.click(round.getByRole('button', { name: /^Confirm for / }))
  await expect(round.getByText('Confirmed', { exact: true })).toBeVisible()
  expect(effort).toMatchObject({ clicks: 3, typed: 0 })
})

test('Spanish and litres are chosen in seven clicks, and no English text is left', { tag: '@turns' }, async ({
  page,
  request,
}) => {
  const call = await apiOf(request, 'developer')
  await dismissNotices(request, 'developer')
  await openAs(page, 'developer')
  const effort = new Effort()
  const choose = async (field: string, option: string | RegExp) => {
    await effort.click(page.getByRole('combobox', { name: field }))
    await effort.click(page.getByRole('option', { name: option }))
  }
  await effort.click(page.getByRole('button', { name: 'Your account' }))
  await effort.click(page.getByRole('menuitem', { name: 'My profile' }))
  await choose('Language', 'Español')
  await choose('Units', /[Mm]etric/)
  await effort.click(page.getByRole('button', { name: 'Save' }))
  await expect(page.getByRole('heading', { level: 1, name: 'Mi perfil' })).toBeVisible()
  expect(effort).toMatchObject({ clicks: 7, typed: 0 })
  try {
    const { people } = await call('GET', '/people?page_size=0')
    const typedByPeople = new Set(people.map(({ job_title }: { job_title: string | null }) => job_title))
    const unwanted = onlyEnglish()
    const left: string[] = []
    for (const address of inTurn(MAIN_SCREENS)) {
      await page.goto(address)
      await settled(page)
      left.push(
        ...(await textsOf(page))
          .filter((text) => unwanted.has(text) && !typedByPeople.has(text))
          .map((text) => `${address}: ${text}`),
      )
    }
    expect([...new Set(left)]).toEqual([])
  } finally {
    await call('PATCH', '/me', { language: 'en', unit_of_measure: 1 })
  }
})

/** English texts that are no Spanish text anywhere. */
function onlyEnglish(): Set<string> {
  const inSpanish = new Set(leavesOf(spanish))
  return new Set(
    leavesOf(english).filter((text) => text.length > 3 && !text.includes('{{') && !inSpanish.has(text)),
  )
}

function leavesOf(texts: object): string[] {
  return Object.values(texts).flatMap((text) => (typeof text === 'string' ? [text] : leavesOf(text)))
}

/** All texts of a page that are read or spoken. */
function textsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const texts: string[] = []
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      if (node.parentElement?.checkVisibility()) texts.push(node.nodeValue ?? '')
    for (const name of ['aria-label', 'placeholder', 'title', 'alt'])
      for (const element of document.querySelectorAll(`[${name}]`))
        texts.push(element.getAttribute(name) ?? '')
    return texts.map((text) => text.replace(/[\u2066-\u2069]/g, '').trim())
  })
}
