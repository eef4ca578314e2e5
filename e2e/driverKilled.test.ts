import { expect, type Page, test } from '@playwright/test'
import { makeRound, phonesOfTests, type StopStep } from './driverPhone.ts'
import { openWay } from './nextBuild.ts'

const newPhone = phonesOfTests()

const fill = (page: Page, label: RegExp | string, text: string) => page.getByLabel(label).fill(text)
const checkTank: StopStep = {
  does: async (phone) => {
    await phone.page.getByLabel('The gas supply was interrupted').check()
    await fill(phone.page, 'Level before', '4')
    await phone.press(/begin the delivery/)
  },
  shows: /Deliver .* planned/,
}
const leakCheck: StopStep = { does: (phone) => phone.press('Leak check passed'), shows: /Not paid now/ }

/** A gas tank that was empty, of a customer who pays at the doorstep; with steps taken back, and a corrected payment and ticket. */
const GAS_STOP: readonly StopStep[] = [
  { does: (phone) => phone.press('I have arrived'), shows: /Check tank and product/ },
  checkTank,
  { does: (phone) => phone.press('Undo: Level before'), shows: /Undo: Arrival/ },
  checkTank,
  {
    does: async (phone) => {
      await fill(phone.page, 'Meter start', '1000')
      await fill(phone.page, 'Meter end', '1250')
      await phone.press(/^Write ticket/)
    },
    shows: /Level after/,
  },
  {
    does: async (phone) => {
      await fill(phone.page, 'Level after', '70')
      await phone.press('Save the level')
    },
    shows: /Leak check needed/,
  },
  leakCheck,
  { does: (phone) => phone.press('Undo: Leak check'), shows: /Leak check needed/ },
  leakCheck,
  {
    does: async (phone) => {
      await phone.page.getByRole('button', { name: 'Take a payment' }).first().click()
      await phone.page.getByLabel('Check', { exact: true }).check()
      await fill(phone.page, 'Number of the check', '2107')
      await phone.press('Take $750.00')
    },
    shows: /Check 2107 \$750\.00/,
  },
  {
    does: async (phone) => {
      await phone.press('Correct the payment')
      await fill(phone.page, /^Amount/, '700')
      await phone.press('Correct to $700.00')
    },
    shows: /Check 2107 \$700\.00/,
  },
  {
    does: async (phone) => {
      await phone.press('Not paid now')
      await phone.page.getByLabel('No one is here to sign').check()
      await phone.press('Sign and close the stop')
    },
    shows: /Delivery ticket \d+/,
  },
  {
    does: async (phone) => {
      await phone.press('Correct this ticket')
      await fill(phone.page, 'Meter start', '1000')
      await fill(phone.page, 'Meter end', '1240')
      await fill(phone.page, 'Reason for the correction', 'Misread')
      await phone.press(/^Write ticket/)
    },
    shows: /Corrected by another ticket/,
  },
]
const NO_DELIVERY: readonly StopStep[] = [
  { does: (phone) => phone.press('I have arrived'), shows: /Check tank and product/ },
  {
    does: async (phone) => {
      await phone.press('No delivery')
      await phone.page.getByLabel('Dog').check()
      await fill(phone.page, 'Note', 'It bites.')
      await phone.press('Close without a delivery')
    },
    shows: /Not delivered/,
  },
]

test('a phone that dies at every step of a gas stop with money, of steps taken back, of corrections, and of no delivery, loses nothing', async ({
  request,
}) => {
  const { username, read, staff, shipment_id } = await makeRound(request, {
    product_group: 'lpg',
    isPaidAtDoor: true,
  })
  const phone = await newPhone()
  await phone.signIn(username)
  await phone.leave()
  await phone.goOffTheNetwork()
  let pending = 0
  for (const [place, steps] of [
    ['North barn', GAS_STOP],
    ['South yard', NO_DELIVERY],
  ] as const)
    for (const { does, shows } of steps) {
      await phone.open(place)
      await does(phone)
      await expect(phone.page.getByText(shows).first()).toBeVisible()
      // A signature, and a reason for no delivery, are recorded with the end of the stop.
      const isEnd = /Delivery ticket|Not delivered/.test(shows.source)
      pending += isEnd ? 2 : 1
      await phone.dieAndBegin()
      await phone.unsent(pending)
    }
  expect((await read()).stops[0].status).toBe('planned')
  await phone.comeBackToTheNetwork()
  await phone.allSent()
  const [north, south] = [await phone.eventsAt('North barn'), await phone.eventsAt('South yard')]
  expect(north.map(({ kind }) => kind)).toEqual([
    ...['arrived', 'before', 'undo', 'before', 'delivered', 'after', 'leak_check', 'undo', 'leak_check'],
    ...['paid', 'payment_corrected', 'signed', 'closed', 'correction'],
  ])
  expect(south.map(({ kind }) => kind)).toEqual(['arrived', 'not_delivered', 'closed'])
  expect(await read()).toMatchObject({
    details: [{ delivered: '240.000' }, { delivered: '0.000' }],
    stops: [{ status: 'done' }, { status: 'not_delivered', reason: 'dog' }],
  })
  const { delivery_tickets } = await staff('GET', `/delivery_tickets?shipment_id=${shipment_id}`)
  expect(delivery_tickets).toHaveLength(2)
  const held = phone.page.getByRole('region', { name: 'Money you hold' })
  await expect(held).toContainText(/1 check \$700\.00/)
})

test('a new version of the client is installed while events are pending: typed input stays, the driver loads it, each event counts once', async ({
  request,
}) => {
  const { username, read, staff, shipment_id } = await makeRound(request)
  const way = await openWay(test.info().project.use.baseURL!)
  try {
    const phone = await newPhone(way.address)
    const build = () => phone.page.locator('meta[name=build]').getAttribute('content')
    await phone.signIn(username)
    await phone.leave()
    await phone.comeBackToTheNetwork()
    const before = await build()
    await phone.open('North barn')
    // The calls arrive, but the phone never gets the responses: it must repeat them.
    way.loseResponsesOf('/api/driver/events')
    await phone.press('I have arrived')
    await fill(phone.page, 'Level before', '20')
    await phone.press(/begin the delivery/)
    await phone.unsent(2)
    await expect.poll(async () => (await read()).stops[0].status).toBe('arrived')
    await fill(phone.page, 'Meter start', '1000')
    way.renew()
    await phone.page.evaluate(async () => {
      const { serviceWorker } = navigator
      const changed = new Promise((resolve) =>
        serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
      )
      await (await serviceWorker.ready).update()
      await changed
    })
    // The page with typed input does not change, whatever the worker does.
    expect(await build()).toBe(before)
    await expect(phone.page.getByLabel('Meter start')).toHaveValue('1000')
    await fill(phone.page, 'Meter end', '1250')
    await phone.press(/^Write ticket/)
    await phone.unsent(3)
    await phone.page.reload()
    expect(await build()).toBe(`next-${before}`)
    await phone.unsent(3)
    await expect(phone.page.getByLabel('Level after')).toBeVisible()
    await phone.dieAndBegin()
    await phone.unsent(3)
    way.loseResponsesOf(null)
    await phone.comeBackToTheNetwork()
    expect(await build()).toBe(`next-${before}`)
    await phone.allSent()
    const events = await phone.eventsAt('North barn')
    expect(events.map(({ kind }) => kind)).toEqual(['arrived', 'before', 'delivered'])
    const { delivery_tickets } = await staff('GET', `/delivery_tickets?shipment_id=${shipment_id}`)
    expect(delivery_tickets).toHaveLength(1)
  } finally {
    await way.close()
  }
})

test('a newer version in another window that adds a store does not disturb typed input, and the older page continues', async ({
  request,
}) => {
  const { username, read } = await makeRound(request)
  const phone = await newPhone()
  const other = await phone.context.newPage()
  await other.goto('/favicon.svg')
  await phone.arriveWithoutNetwork(username)
  await fill(phone.page, 'Level before', '20')
  await other.evaluate(async () => {
    const [{ name, version }] = (await indexedDB.databases()) as [{ name: string; version: number }]
    const request = indexedDB.open(name, version + 1)
    request.onupgradeneeded = () => request.result.createObjectStore('of a newer version')
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
      request.onblocked = () => reject(new Error('The older page does not give way.'))
    })
    // It stays open, as it would in that window.
    Object.assign(globalThis, { db })
  })
  await expect(phone.page.getByLabel('Level before')).toHaveValue(/^20/)
  await phone.press(/begin the delivery/)
  await fill(phone.page, 'Meter start', '1000')
  // Without a network the older version's page may be the one that opens.
  await phone.page.goto('/my-day')
  await phone.unsent(2)
  await phone.open('North barn')
  await expect(phone.page.getByLabel('Meter start')).toBeVisible()
  await phone.findNetwork()
  await phone.page.goto('/my-day')
  await phone.allSent()
  expect((await read()).stops[0].status).toBe('arrived')
})
