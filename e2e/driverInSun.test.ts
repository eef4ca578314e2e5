import AxeBuilder from '@axe-core/playwright'
import { type APIRequestContext, expect, type Locator, type Page, test } from '@playwright/test'
import { en } from '#web/domains/shipments/texts.en.ts'
import { es } from '#web/domains/shipments/texts.es.ts'
import { isInTurn } from '../scripts/turns.mjs'
import { faintParts } from './contrast.ts'
import { makeRound, type Phone, phonesOfTests } from './driverPhone.ts'
import { overflow } from './settled.ts'

const newPhone = phonesOfTests()

/** A phone with a signed-in driver and a day with a round; the group of the product decides the steps of a stop. */
async function beginDay(request: APIRequestContext, product_group: 'fuel_oil' | 'lpg') {
  const { username, read } = await makeRound(request, { product_group })
  const phone = await newPhone()
  await phone.signIn(username)
  return { phone, page: phone.page, read }
}

/** The beginning of a text, before its first parameter. */
const begin = (text: string) =>
  new RegExp(
    `^${text
      .split('{{')[0]!
      .trim()
      .replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}`,
  )

/** The steps of a stop for gas with an interrupted supply: the longest ones. */
async function walk(
  phone: Phone,
  look: (name: string) => Promise<void>,
  language: 'en' | 'es' = 'en',
): Promise<void> {
  const { page } = phone
  const texts = { en, es }[language].driver
  const button = (text: string) => page.getByRole('button', { name: begin(text) })
  const press = (text: string) => button(text).click()
  const field = (text: string) => page.getByLabel(begin(text))
  // A step is stored before the next one is shown: wait for it.
  await expect(button(texts.get_ready)).toBeVisible()
  await look('the day before it begins')
  await press(texts.get_ready)
  await press(texts.leave)
  await expect(button(texts.leave)).toBeHidden()
  await expect(page.getByText(texts.all_sent)).toBeVisible()
  await phone.loseNetwork()
  await look('the day on the road')
  await press({ en, es }[language].on_truck.record)
  await field({ en, es }[language].driver.lifted_gross).fill('9000')
  await look('a lift that does not fit')
  await field({ en, es }[language].driver.lifted_gross).fill('240')
  await field({ en, es }[language].on_truck.number).fill('BOL 4711')
  await look('a lift')
  await press(texts.record_lift)
  await expect(page.getByRole('button', { name: 'North barn' })).toBeVisible()
  await look('what is on the truck')
  await phone.open('North barn')
  await look('a stop before the arrival')
  await press(texts.arrive)
  await expect(page.getByText(begin(texts.check_tank))).toBeVisible()
  await press(texts.no_delivery)
  await look('no delivery')
  await press(texts.back_to_delivery)
  await look('the check of a tank')
  await field(texts.interrupted).check()
  await field(texts.level_before).fill('20')
  await press(texts.begin_by_hand)
  await expect(field(texts.meter_start)).toBeFocused()
  await look('a ticket, empty')
  await field(texts.meter_start).fill('1000')
  await field(texts.meter_end).fill('900')
  await look('a ticket, backwards')
  await field(texts.meter_end).fill('1100')
  await page.getByRole('combobox', { name: texts.why_different }).click()
  await look('the reasons of a difference')
  await page.getByRole('option').first().click()
  await look('a ticket, other than planned')
  await press(texts.write_ticket)
  await expect(field(texts.level_after)).toBeFocused()
  await look('the level after')
  await field(texts.level_after).fill('80')
  await press(texts.save_level)
  await expect(button(texts.passed)).toBeVisible()
  await look('the leak check')
  await press(texts.passed)
  const receiver = field({ en, es }[language].receiver)
  await expect(receiver).toBeVisible()
  await look('the signature, empty')
  await receiver.fill('June')
  await receiver.press('Enter')
  await sign(page)
  await look('the signature')
  await press(texts.sign)
  await expect(page.getByRole('article')).toBeVisible()
  await look('the ticket')
  await press(texts.correct)
  await look('a correction')
  await page.goto('/my-day?leaving=1')
  await expect(page.getByText(texts.sign_out_refused)).toBeVisible()
  await look('a sign-out that is refused')
}

/** Draws across the paper, at its position after the name was typed. */
async function sign(page: Page): Promise<void> {
  const paper = page.locator('canvas[data-field=signature]')
  const { x, y, width, height } = (await paper.boundingBox())!
  expect(y).toBeGreaterThanOrEqual(await edge(page.getByRole('banner'), 'bottom'))
  expect(y + height).toBeLessThanOrEqual(
    await edge(page.locator('[class*=_signing_] [class*=_bottom_]'), 'top'),
  )
  await page.mouse.move(x + width * 0.1, y + height * 0.3)
  await page.mouse.down()
  await page.mouse.move(x + width * 0.9, y + height * 0.7)
  await page.mouse.up()
}

const edge = (part: Locator, side: 'top' | 'bottom') =>
  part.evaluate((element, name) => element.getBoundingClientRect()[name], side)

/** Saves a screenshot of each screen for review. */
async function keepPicture(page: Page, name: string): Promise<void> {
  const folder = process.env['LOOK_AT']
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` })
}

test('everything that a driver reads or presses has enough contrast in bright sun, light and dark', {
  tag: '@turns',
}, async ({ request }) => {
  const { phone } = await beginDay(request, 'lpg')
  const faint: string[] = []
  let looks = 0
  await walk(phone, async (name) => {
    if (!isInTurn(looks++)) return
    for (const colorScheme of ['light', 'dark'] as const) {
      await phone.page.emulateMedia({ colorScheme })
      const is = () => phone.page.locator('html').getAttribute('data-mantine-color-scheme')
      await expect.poll(is).toBe(colorScheme)
      await keepPicture(phone.page, `${name}, ${colorScheme}`)
      const found = await faintParts(phone.page, 'body')
      faint.push(...found.map(({ what, contrast }) => `${name}, ${colorScheme}: ${what} ${contrast}`))
      // A second check; it ignores disabled elements.
      const { violations } = await new AxeBuilder({ page: phone.page })
        .withRules(['color-contrast-enhanced'])
        .analyze()
      faint.push(
        ...violations.flatMap(({ nodes }) => nodes.map(({ html }) => `${name}, ${colorScheme}: axe ${html}`)),
      )
    }
  })
  expect(faint).toEqual([])
})

test('nothing is cut off or covered with Spanish text of twice the size, and the main button is within reach of the thumb', async ({
  request,
}) => {
  const { phone } = await beginDay(request, 'lpg')
  await phone.page.evaluate(async () => {
    const token = decodeURIComponent(/token=([^;]+)/.exec(document.cookie)![1]!)
    const headers = {
      'x-api-key': 'ullage-web',
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
    }
    await fetch('/api/me', { method: 'PATCH', headers, body: JSON.stringify({ language: 'es' }) })
    localStorage.setItem('ullage.language', 'es')
  })
  await phone.page.addInitScript(() =>
    document.addEventListener('DOMContentLoaded', () => {
      document.documentElement.style.fontSize = '200%'
    }),
  )
  await phone.page.goto('/my-day')
  await expect(phone.page.getByText(es.driver.all_sent)).toBeVisible()
  const problems: string[] = []
  await walk(
    phone,
    async (name) => {
      await keepPicture(phone.page, `${name}, large`)
      const wide = await overflow(phone.page)
      if (wide > 0) problems.push(`${name}: ${wide} px too wide`)
      problems.push(...(await cutParts(phone.page)).map((what) => `${name}: ${what}`))
    },
    'es',
  )
  expect(problems).toEqual([])
})

/**
 * The parts of a screen that are cut off, covered at every scroll position or when scrolled into view, or a main button out of reach of the
 * thumb.
 */
function cutParts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const problems: string[] = []
    const name = (element: Element) =>
      (element.textContent || element.getAttribute('aria-label') || '').trim().slice(0, 40)
    const own = document.querySelector('main')!
    for (const element of own.querySelectorAll<HTMLElement>('button, a, p, h2, h3, label, input')) {
      if (!element.checkVisibility({ visibilityProperty: true })) continue
      if (
        element.scrollWidth > element.clientWidth + 2 &&
        element.clientWidth > 0 &&
        getComputedStyle(element).overflowX !== 'visible'
      )
        if (!element.matches('input')) problems.push(`cut: ${name(element)}`)
      const { left, right } = element.getBoundingClientRect()
      if (left < -1 || right > window.innerWidth + 1) problems.push(`outside: ${name(element)}`)
    }
    const main = own.querySelector<HTMLElement>('[class*=_stop_] [class*=_bottom_] button')
    const bar =
      document.querySelector('nav[class*=Footer], footer')?.getBoundingClientRect().top ?? window.innerHeight
    if (main && !document.querySelector('[role=listbox]')) {
      const { top, bottom, left, width, height } = main.getBoundingClientRect()
      if (height < 56) problems.push(`main button ${height} px`)
      if (bottom > bar + 1 || top < window.innerHeight / 2)
        problems.push(`main button at ${top} to ${bottom} of ${bar}`)
      const above = document.elementFromPoint(left + width / 2, top + height / 2)
      if (!above || !main.contains(above)) problems.push('main button covered')
      // At the end of the page the last part is above the button.
      window.scrollTo(0, document.documentElement.scrollHeight)
      const ground = main.closest('[class*=_bottom_]')!.getBoundingClientRect().top
      const last = [...own.querySelectorAll<HTMLElement>('button, a, p, input')]
        .filter((item) => !main.parentElement!.contains(item) && item.checkVisibility())
        .map((item) => [item.getBoundingClientRect().bottom, name(item)] as const)
        .reduce((one, other) => (other[0] > one[0] ? other : one), [0, ''] as const)
      if (last[0] > ground + 1) problems.push(`under the main button: ${last[1]}`)
      // Focus by keyboard, or a screen reader, scrolls each part into view from above and from below.
      const header = document.querySelector('header')!.getBoundingClientRect().bottom
      for (const part of own.querySelectorAll<HTMLElement>('button, a, input, canvas')) {
        if (main.parentElement!.contains(part) || !part.checkVisibility()) continue
        for (const start of [0, document.documentElement.scrollHeight]) {
          window.scrollTo(0, start)
          part.scrollIntoView({ block: 'nearest' })
          const { top: upper, bottom: lower } = part.getBoundingClientRect()
          if (upper < header - 1 || lower > ground + 1)
            problems.push(`brought into view under a bar: ${name(part) || part.tagName}`)
        }
      }
      window.scrollTo(0, 0)
    }
    return problems
  })
}

test('a usual stop takes at most eight taps in addition to the figures', { tag: '@daily' }, async ({
  request,
}) => {
  const { phone, page, read } = await beginDay(request, 'fuel_oil')
  await phone.leave()
  await page.evaluate(() => {
    sessionStorage.setItem('taps', '0')
    addEventListener(
      'pointerdown',
      () => sessionStorage.setItem('taps', String(Number(sessionStorage.getItem('taps')) + 1)),
      true,
    )
  })
  await phone.open('North barn')
  await phone.press('I have arrived')
  await phone.press(/begin the delivery/)
  // Figures need no tap on a field: the first one has the focus, "next" on the keyboard leads on.
  await expect(page.getByLabel('Meter start')).toBeFocused()
  for (const figure of ['1000', '1250', '86']) {
    await page.keyboard.type(figure)
    await page.keyboard.press('Enter')
  }
  await expect(page.getByLabel('Level after')).toBeFocused()
  await page.keyboard.type('80')
  await page.keyboard.press('Enter')
  await page.getByLabel('Recipient’s name').click()
  await page.keyboard.type('June')
  await page.keyboard.press('Enter')
  await sign(page)
  await phone.press('Sign and close the stop')
  await expect(page.getByRole('article')).toContainText('Received by June')
  await phone.press('Next stop: South yard')
  await expect(page.getByRole('button', { name: 'I have arrived' })).toBeVisible()
  const taps = Number(await page.evaluate(() => sessionStorage.getItem('taps')))
  test.info().annotations.push({ type: 'taps of a usual stop', description: String(taps) })
  expect(taps).toBeLessThanOrEqual(8)
  await phone.allSent()
  expect((await read()).stops[0]).toMatchObject({ status: 'done', signed_by: 'June' })
})
