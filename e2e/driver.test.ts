import { expect, type Page, test } from '@playwright/test'
import { makeRound, type Phone, phonesOfTests, STEPS } from './driverPhone.ts'
import { type apiOf, openAs } from './signIn.ts'

type Call = Awaited<ReturnType<typeof apiOf>>

const newPhone = phonesOfTests()

test('a phone without a network that dies twice at a stop loses nothing and sends each event once', async ({
  request,
}) => {
  const { username, read, staff, shipment_id } = await makeRound(request)
  const phone = await newPhone()
  await phone.signIn(username)
  await phone.leave()
  await phone.goOffTheNetwork()
  // After the ticket and after the signature; `driverKilled.test.ts` survives every step of a longer stop.
  for (const [steps, pending] of [
    [STEPS.slice(0, 3), 3],
    // The last step records two events: the signature, and the end of the stop.
    [STEPS.slice(3), STEPS.length + 1],
  ] as const) {
    await phone.open('North barn')
    await phone.goThrough(steps)
    await phone.dieAndBegin()
    await phone.unsent(pending)
  }
  expect((await read()).stops[0].status).toBe('planned')
  await phone.comeBackToTheNetwork()
  await phone.allSent()
  expect(await read()).toMatchObject({
    details: [{ delivered: '250.000' }, { delivered: null }],
    stops: [{ status: 'done' }, { status: 'planned' }],
  })
  // Serves the other stop, losing the network half-way; then closes and finalizes the round.
  await phone.open('South yard')
  await phone.press('I have arrived')
  await phone.loseNetwork()
  await phone.press('No delivery')
  await phone.page.getByLabel('Locked gate').check()
  await phone.press('Close without a delivery')
  await phone.press('Close the round')
  await phone.findNetwork()
  await phone.page.goto('/my-day')
  await phone.allSent()
  expect(await read()).toMatchObject({
    status_id: 4,
    details: [{ delivered: '250.000' }, { delivered: '0.000' }],
    stops: [{ status: 'done' }, { status: 'not_delivered', reason: 'locked_gate' }],
  })
  const { audit_entries: entries } = await staff('GET', `/shipment_planner/${shipment_id}/history`)
  expect(entries.filter(({ action }: { action: string }) => action === 'finalize')).toHaveLength(1)
  // The round is over, and the payment is held once.
  await expect(phone.page.getByRole('region', { name: 'Money you hold' })).toContainText(
    /Cash \$120\.50.*Fuels · Cash\$120\.50/,
  )
})

test('an expired session locks the day and keeps it; pending events are sent after the same driver signs in', async ({
  request,
}) => {
  const { username, read } = await makeRound(request)
  const phone = await newPhone()
  await phone.arriveWithoutNetwork(username)
  await phone.endSession()
  await phone.findNetwork()
  await phone.page.goto('/my-day')
  await expect(phone.page).toHaveURL(/session\/login/)
  expect((await read()).stops[0].status).toBe('planned')
  await phone.signIn(username)
  await phone.allSent()
  expect((await read()).stops[0].status).toBe('arrived')
})

test('a sign-out is refused while events are pending, and another user of the phone sees none of them', async ({
  request,
}) => {
  const [own, other] = [await makeRound(request), await makeRound(request)]
  const phone = await newPhone()
  await phone.arriveWithoutNetwork(own.username)
  await phone.page.goto('/my-day?leaving=1')
  await expect(phone.page.getByText('Not everything is sent yet')).toBeVisible()
  await phone.press('Sign out, keep them on this phone')
  await expect(phone.page).toHaveURL(/session\/login/)
  await phone.findNetwork()
  await phone.signIn(other.username)
  await expect(phone.page.getByText('Everything is sent')).toBeVisible()
  await phone.page.evaluate(() => localStorage.clear())
  await phone.context.clearCookies()
  expect((await own.read()).stops[0].status).toBe('planned')
  await phone.signIn(own.username)
  await phone.allSent()
  expect((await own.read()).stops[0].status).toBe('arrived')
})

test('a concurrent change by a second phone, or the dispatcher, is shown and resolved by a person', async ({
  request,
}) => {
  const { username, read, staff, shipment_id } = await makeRound(request)
  const step = (status: string) =>
    (staff as Call)('POST', `/shipment_planner/${shipment_id}/status`, { status })
  const [phone, second] = [await newPhone(), await newPhone()]
  await phone.signIn(username)
  await phone.leave()
  await second.signIn(username)
  await expect(second.page.getByRole('button', { name: 'North barn' })).toBeVisible()
  await second.loseNetwork()
  await second.open('North barn')
  await second.press('I have arrived')
  await phone.open('North barn')
  await phone.press('I have arrived')
  await phone.allSent()
  await second.findNetwork()
  await second.page.goto('/my-day')
  await expect(second.page.getByText('The arrival was already reported.')).toBeVisible()
  await second.press('Set aside')
  await expect(second.page.getByText('The arrival was already reported.')).toBeHidden()

  await step('draft')
  await phone.loseNetwork()
  await phone.page.goto('/my-day')
  await phone.open('South yard')
  await phone.press('I have arrived')
  await phone.findNetwork()
  await phone.page.goto('/my-day')
  await expect(phone.page.getByText(/the dispatcher has recalled it/)).toBeVisible()
  await step('in route')
  await phone.press('Try all again')
  await expect(phone.page.getByText(/the dispatcher has recalled it/)).toBeHidden()
  expect((await read()).stops.map(({ status }: { status: string }) => status)).toEqual(['arrived', 'arrived'])
})

test("the gate's code is on the phone from ready for the road to the end of the round, and for no one else", async ({
  request,
}) => {
  const { username } = await makeRound(request)
  const phone = await newPhone()
  await phone.signIn(username)
  await phone.open('North barn')
  await expect(phone.page.getByText('Choose “Get ready for the road” to load it.')).toBeVisible()
  await expect(phone.page.getByText('Second gate, past the silo.')).toBeVisible()
  await expect(phone.page.getByRole('link', { name: 'Call June' })).toHaveAttribute(
    'href',
    'tel:+13085550144',
  )
  await expect(phone.page.getByRole('link', { name: 'Navigate' })).toHaveAttribute(
    'href',
    /^geo:40\.699,-99\.081/,
  )
  await phone.press('All stops')
  await phone.leave()
  await phone.loseNetwork()
  await phone.page.goto('/my-day')
  await phone.open('North barn')
  await expect(phone.page.getByText('#4711')).toBeVisible()
  const stored = () =>
    phone.page.evaluate(async () => {
      const [found] = await indexedDB.databases()
      const db = await new Promise<IDBDatabase>((resolve) => {
        const opening = indexedDB.open(found!.name!)
        opening.onsuccess = () => resolve(opening.result)
      })
      const stored = await Promise.all(
        [...db.objectStoreNames].map(
          (store) =>
            new Promise((resolve) => {
              const reading = db.transaction(store).objectStore(store).getAll()
              reading.onsuccess = () => resolve(reading.result)
            }),
        ),
      )
      db.close()
      return JSON.stringify(stored)
    })
  expect(await stored()).toContain('#4711')
  for (const [index, place] of ['North barn', 'South yard'].entries()) {
    await phone.page.goto('/my-day')
    await phone.open(place)
    await phone.press('I have arrived')
    await phone.press('No delivery')
    await phone.page.getByLabel('Locked gate').check()
    await phone.press('Close without a delivery')
    // A page that is left before it has stored the last press loses it.
    await expect.poll(async () => (await stored()).split('"kind":"not_delivered"').length - 1).toBe(index + 1)
  }
  await phone.press('Close the round')
  await expect(phone.page.getByRole('region', { name: 'Done today' })).toBeVisible()
  expect(await stored()).not.toContain('4711')
})

test('a ticket is shown completely, printed and e-mailed from the phone, and printed in the office', async ({
  request,
  page,
}) => {
  const { username, shipment_id, staff } = await makeRound(request)
  const phone = await newPhone()
  await phone.signIn(username)
  await phone.leave()
  await phone.open('North barn')
  await phone.goThrough(STEPS)
  const ticket = phone.page.getByRole('article')
  await expect(ticket).toContainText(
    /250.*gal.*Meter 1000 → 1250.*Net.*Temperature 86.*No one was there to sign/s,
  )
  await phone.allSent()
  await phone.loseNetwork()
  await phone.page.getByLabel('E-mail the ticket to').fill('June@Feedlot.example')
  await phone.press('E-mail the ticket')
  await expect(phone.page.getByText('E-mailed to june@feedlot.example')).toBeVisible()
  await phone.unsent(1)
  await phone.findNetwork()
  await phone.page.goto('/my-day')
  await phone.allSent()
  const { delivery_tickets } = await staff('GET', `/delivery_tickets?shipment_id=${shipment_id}`)
  const [{ number }] = delivery_tickets
  const { mails } = await staff('GET', `/mails?search=june@feedlot.example`)
  expect(
    mails.filter(({ subject }: { subject: string }) => subject === `Delivery ticket ${number}`),
  ).toHaveLength(1)
  await openAs(page, 'administrator', `/shipment_planners/${shipment_id}`)
  await page.getByRole('button', { name: `Print: Delivery ticket ${number}` }).click()
  await expect(
    page.frameLocator('iframe[title=Preview]').getByText(`Delivery ticket ${number}`).first(),
  ).toBeVisible()
})

test('a step that is pressed twice while the phone stores it is recorded once', async ({ request }) => {
  const { username } = await makeRound(request)
  const phone = await newPhone()
  await phone.deliver(username)
  const { page } = phone
  await phone.press('Take a payment')
  await page.getByLabel(/^Amount/).fill('120.50')
  await holdStore(page)
  await page.getByRole('button', { name: /^Take \$/ }).dblclick()
  await page.evaluate(() => dispatchEvent(new Event('release-store')))
  await expect(page.getByText('Cash $120.50')).toHaveCount(1)
  await phone.allSent()
  const kinds = (await phone.eventsAt('North barn')).map(({ kind }) => kind)
  expect(kinds.filter((kind) => kind === 'paid')).toHaveLength(1)
})

/** Keeps a transaction open until `release-store`: the phone's writes wait meanwhile, as on a slow disk. */
function holdStore(page: Page): Promise<void> {
  return page.evaluate(async () => {
    const [{ name }] = (await indexedDB.databases()) as [{ name: string }]
    const opening = indexedDB.open(name)
    await new Promise((resolve) => {
      opening.onsuccess = resolve
    })
    let isHeld = true
    addEventListener('release-store', () => {
      isHeld = false
    })
    const store = opening.result.transaction('pictures', 'readwrite').objectStore('pictures')
    await new Promise<void>((started) => {
      const hold = () => {
        started()
        if (isHeld) store.count().onsuccess = hold
        else opening.result.close()
      }
      hold()
    })
  })
}

test('a signature is drawn large, and stays complete while the phone is rotated and rotated back', async ({
  request,
}) => {
  const { username, read } = await makeRound(request)
  const phone = await newPhone()
  await phone.deliver(username)
  const { page } = phone
  const paper = page.locator('canvas[data-field=signature]')
  const turn = (width: number, height: number) => page.setViewportSize({ width, height })
  await turn(740, 360)
  await expect(async () => expect((await paper.boundingBox())!.width).toBeGreaterThan(450)).toPass()
  const box = (await paper.boundingBox())!
  expect(box.x + box.width).toBeLessThanOrEqual(740)
  expect(box.y + box.height).toBeLessThanOrEqual(360)
  const main = (await page.getByRole('button', { name: 'Sign and close the stop' }).boundingBox())!
  expect(main.height).toBeGreaterThanOrEqual(56)
  // A stroke from one corner of the paper to the other.
  await page.mouse.move(box.x + box.width * 0.05, box.y + box.height * 0.1)
  await page.mouse.down()
  for (let part = 1; part <= 10; part++)
    await page.mouse.move(box.x + box.width * (0.05 + part * 0.09), box.y + box.height * (0.1 + part * 0.08))
  await page.mouse.up()
  // The bounds of the ink, as shares of the paper.
  const ink = () =>
    paper.evaluate((canvas: HTMLCanvasElement) => {
      const { data, width, height } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height)
      const [xs, ys]: [number[], number[]] = [[], []]
      for (let index = 3; index < data.length; index += 4)
        if (data[index]! > 0) {
          xs.push(((index - 3) / 4) % width)
          ys.push(Math.floor((index - 3) / 4 / width))
        }
      const least = (all: number[]) => all.reduce((one, other) => Math.min(one, other), Infinity)
      const most = (all: number[]) => all.reduce((one, other) => Math.max(one, other), 0)
      return [least(xs) / width, most(xs) / width, least(ys) / height, most(ys) / height]
    })
  const drawn = await ink()
  expect(drawn[1]! - drawn[0]!).toBeGreaterThan(0.8)
  for (const [width, height] of [
    [360, 740],
    [740, 360],
    [360, 740],
  ] as const) {
    await turn(width, height)
    await expect(async () => {
      for (const [side, part] of (await ink()).entries())
        expect(Math.abs(part - drawn[side]!)).toBeLessThan(0.03)
    }).toPass()
  }
  await page.getByLabel('Recipient’s name').fill('June')
  // Rotated during a stroke, the paper still gets its end.
  await phone.press('Clear')
  await expect(page.getByRole('button', { name: 'Sign and close the stop' })).toBeDisabled()
  await paper.hover({ position: { x: 20, y: 20 } })
  await page.mouse.down()
  await page.mouse.move(box.x + 60, box.y + 60)
  await turn(740, 360)
  await expect(async () => expect((await paper.boundingBox())!.width).toBeGreaterThan(450)).toPass()
  await paper.hover({ position: { x: 90, y: 70 } })
  await page.mouse.up()
  await phone.press('Sign and close the stop')
  await expect(page.getByRole('article')).toContainText('Received by June')
  await phone.allSent()
  expect((await read()).stops[0]).toMatchObject({ status: 'done', signed_by: 'June' })
})

/** The lock by which pages and the service worker take turns in sending. */
const TURN = 'ullage-driver-send'

/** The tags that the page has registered to wake the service worker. */
function tagsToWakeBy({ page }: Phone): Promise<string[]> {
  return page.evaluate(async () => {
    const { sync } = (await navigator.serviceWorker.ready) as any
    return sync.getTags()
  })
}

/** Wakes the service worker as the browser does when the network is back, and waits until it has had its turn. */
async function wake(phone: Phone): Promise<void> {
  const { page } = phone
  // Another sender waits for the end of this turn, which is observed.
  await page.evaluate(async (turn) => {
    await new Promise<void>((started) => {
      void navigator.locks.request(turn, () => {
        started()
        return new Promise((resolve) => addEventListener('end-turn', resolve, { once: true }))
      })
    })
  }, TURN)
  const client = await phone.context.newCDPSession(page)
  const registered = new Promise<{ registrationId: string; scopeURL: string }>((resolve) => {
    client.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      if (registrations[0]) resolve(registrations[0])
    })
  })
  await client.send('ServiceWorker.enable')
  const { registrationId, scopeURL } = await registered
  const origin = new URL(scopeURL).origin
  await client.send('ServiceWorker.dispatchSyncEvent', {
    ...{ origin, registrationId, tag: 'driver-events', lastChance: false },
  })
  const waiting = () => page.evaluate(async () => (await navigator.locks.query()).pending!.length)
  await expect.poll(waiting).toBeGreaterThan(0)
  await page.evaluate(async (turn) => {
    dispatchEvent(new Event('end-turn'))
    await navigator.locks.request(turn, () => {})
  }, TURN)
}

test('pending events are sent once when the network is back, also when the page is closed', async ({
  request,
}) => {
  const { username, read, shipment_id, staff } = await makeRound(request)
  const phone = await newPhone()
  await phone.signIn(username)
  await phone.leave()
  await phone.loseNetwork()
  await phone.open('North barn')
  await phone.goThrough(STEPS.slice(0, 4))
  await phone.unsent(4)
  expect(await tagsToWakeBy(phone)).toContain('driver-events')
  // The driver's day is closed, and the open page is not part of it.
  await phone.page.goto('about:blank')
  expect((await read()).stops[0].status).toBe('planned')
  await phone.findNetwork()
  await phone.page.goto('/favicon.svg')
  await wake(phone)
  expect((await read()).details[0].delivered).toBe('250.000')
  await wake(phone)
  await phone.page.goto('/my-day')
  await phone.allSent()
  const { delivery_tickets } = await staff('GET', `/delivery_tickets?shipment_id=${shipment_id}`)
  expect(delivery_tickets).toHaveLength(1)
})

test('nothing is sent in the background after the session has ended, and everything after signing in', async ({
  request,
}) => {
  const { username, read } = await makeRound(request)
  const phone = await newPhone()
  await phone.arriveWithoutNetwork(username)
  await phone.page.goto('about:blank')
  await phone.context.clearCookies()
  await phone.findNetwork()
  await phone.page.goto('/favicon.svg')
  await wake(phone)
  expect((await read()).stops[0].status).toBe('planned')
  await phone.signIn(username)
  await phone.allSent()
  expect((await read()).stops[0].status).toBe('arrived')
})

test('the office sees where a truck is and when it arrives, until the driver withdraws their consent', async ({
  request,
}) => {
  const { username, staff, shipment_id } = await makeRound(request)
  const truck = async () => {
    const { trucks } = await staff('GET', '/dispatch/trucks_on_the_road')
    return trucks.find((item: { shipment_id: number }) => item.shipment_id === shipment_id)
  }
  const phone = await newPhone()
  await phone.context.grantPermissions(['geolocation'])
  await phone.context.setGeolocation({ latitude: 40.5, longitude: -99.081 })
  await phone.signIn(username)
  await phone.leave()
  expect((await truck()).position).toBeNull()
  const leave = phone.page.getByRole('switch', { name: /share my position with the office/ })
  await leave.check({ force: true })
  await expect.poll(async () => (await truck()).position).toMatchObject({ latitude: 40.5 })
  await expect.poll(async () => (await truck()).stops[0].expected_arrival).not.toBeNull()
  await leave.uncheck({ force: true })
  await expect.poll(async () => (await truck()).position).toBeNull()
})

test('a lift recorded at the rack without a network is on the truck at once, and once in the office', async ({
  request,
  page,
}) => {
  const { username, staff, shipment_id } = await makeRound(request)
  const lifts = async () =>
    (await staff('GET', `/shipment_planner/${shipment_id}/on_truck`)).on_truck.lifts.map(
      ({ number, gross, is_corrected }: { number: string; gross: string; is_corrected: boolean }) => ({
        ...{ number, gross, is_corrected },
      }),
    )
  const phone = await newPhone()
  await phone.signIn(username)
  await phone.press('Get ready for the road')
  await expect(phone.page.getByText(/Ready: the whole day/)).toBeVisible()
  await phone.loseNetwork()
  await phone.press('Record a lift')
  await phone.page.getByLabel('Bill of lading number').fill('BOL 4711')
  await phone.page.getByLabel('Gross, gal').fill('520')
  await phone.page.getByLabel(/^Temperature/).fill('86')
  await phone.press('Record 520 gal in compartment 1')
  const onTruck = () => phone.page.getByRole('region', { name: 'On the truck' })
  await expect(onTruck()).toContainText(/520.gal.*Loaded 520.gal.*BOL 4711.*not sent yet/)
  await phone.press('Correct lift BOL 4711')
  await phone.page.getByLabel('Gross, gal').fill('502')
  await phone.page.getByLabel('Reason for the correction').fill('Digits turned round')
  await phone.press('Correct to 502 gal in compartment 1')
  await expect(onTruck()).toContainText(/502.gal.*Loaded 502.gal/)
  await phone.unsent(2)
  expect(await lifts()).toEqual([])
  // The phone dies with its session; the lift is still there.
  await phone.kill()
  await phone.start()
  await phone.context.clearCookies()
  await phone.signIn(username)
  await phone.allSent()
  await expect(onTruck()).toContainText(/502.gal/)
  await expect(onTruck()).not.toContainText('not sent yet')
  await phone.page.reload()
  await phone.allSent()
  const lift = { number: 'BOL 4711', gross: '520.000', is_corrected: true }
  expect(await lifts()).toEqual([lift, { ...lift, gross: '502.000', is_corrected: false }])
  await openAs(page, 'administrator', `/shipment_planners/${shipment_id}`)
  await expect(page.getByRole('region', { name: 'Compartment 1' })).toContainText(/On board502.gal/)
})
