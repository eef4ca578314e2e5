import { readlinkSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import {
  type APIRequestContext,
  type BrowserContext,
  chromium,
  expect,
  type Page,
  test,
} from '@playwright/test'
import { BROWSER, FLAGS } from './browserFlags.ts'
import { apiOf, NEW_PASSWORD } from './signIn.ts'

type Call = Awaited<ReturnType<typeof apiOf>>

/** A company of its own with a driver, a truck and a round of two stops. */
async function makeRound(request: APIRequestContext) {
  const staff = await apiOf(request, 'administrator')
  const name = `Day${Date.now()}`
  const made = async (address: string, single: string, body: object) => {
    const answer = await staff('POST', address, body)
    if (answer.code !== 200) throw new Error(JSON.stringify(answer))
    return answer[single]
  }
  const { company_id } = await made('/customers', 'customer', {
    company: `${name} Fuels`,
    payment_term_id: 1,
  })
  const username = `${name.toLowerCase()}@ullage.example`
  const user = await made('/users', 'user', {
    ...{
      username,
      password: NEW_PASSWORD,
      confirm_password: NEW_PASSWORD,
      login_type_id: 'driver',
      company_id,
    },
    ...{ first_name: name, last_name: 'Driver', phone_number: '+13135550123' },
  })
  const { product_id } = await made('/tank_products', 'tank_product', {
    ...{ product_name: `${name} Diesel`, company_id, color: '#335577' },
    ...{ specific_gravity: '0.850', product_group: 'fuel_oil' },
  })
  const { truck_id } = await made('/tanker_trucks', 'tanker_truck', {
    ...{ truck_name: `${name} Bobtail`, company_id, vehicle_type: 'truck', num_of_compartments: 2 },
    ...{ compartment1: 5_000, compartment2: 5_000, max_weight: 0, payload: 0, gvwr: 0 },
  })
  const { units_of_measure: units } = await staff('GET', '/units_of_measure?options=1')
  const unit_id = units.find(({ code }: { code: string | null }) => code === 'gal').id
  const load = (place: string, compartment: number) => ({
    ...{ product_id, quantity: '250', unit_id, compartment, company_id, ship_location_label: place },
  })
  const today = new Date().toISOString().slice(0, 10)
  const { shipment_id } = await made('/shipment_planner', 'shipment_planner', {
    ...{ company_id, truck_id, delivered_by: user.people_id, load_date: today },
    details: [load('North barn', 1), load('South yard', 2)],
  })
  const read = async () => (await staff('GET', `/shipment_planner/${shipment_id}`)).shipment_planner
  return { staff, username, shipment_id: shipment_id as number, read }
}

/** A phone: a browser with a disk of its own, which can lose its power. */
class Phone {
  context!: BrowserContext
  page!: Page
  private constructor(private readonly folder: string) {}

  static async make(): Promise<Phone> {
    const phone = new Phone(await mkdtemp(path.join(tmpdir(), 'ullage-phone-')))
    await phone.start()
    return phone
  }

  async start(): Promise<void> {
    this.context = await chromium.launchPersistentContext(this.folder, {
      ...{ executablePath: BROWSER, args: FLAGS, baseURL: test.info().project.use.baseURL },
      ...{
        viewport: { width: 360, height: 740 },
        reducedMotion: 'reduce' as const,
        serviceWorkers: 'allow' as const,
      },
    })
    this.page = this.context.pages()[0]!
  }

  /** The battery is dead: nothing is closed, nothing is said. */
  async kill(): Promise<void> {
    const process_id = Number(readlinkSync(path.join(this.folder, 'SingletonLock')).split('-').at(-1))
    const closed = this.context.waitForEvent('close')
    process.kill(process_id, 'SIGKILL')
    await closed
    for (const name of ['Lock', 'Cookie', 'Socket'])
      await rm(path.join(this.folder, `Singleton${name}`), { force: true })
  }

  async signIn(username: string): Promise<void> {
    await this.page.goto('/session/login')
    await this.page.getByRole('textbox').first().fill(username)
    await this.page.locator('input[type=password]').fill(NEW_PASSWORD)
    await this.page.locator('button[type=submit]').click()
    await expect(this.page).toHaveURL(/my-day/)
  }

  /** Takes the day on the phone and leaves: told by the button that is gone, for nothing is unsent before it was kept either. */
  async leave(): Promise<void> {
    await this.press('Get ready for the road')
    await expect(this.page.getByText(/Ready: the whole day/)).toBeVisible()
    await this.press('Leave')
    await expect(this.page.getByRole('button', { name: 'Leave', exact: true })).toBeHidden()
    await this.allSent()
  }

  async press(name: RegExp | string): Promise<void> {
    await this.page.getByRole('button', { name }).click()
  }

  async open(place: string): Promise<void> {
    await this.page.getByRole('button', { name: place }).click()
  }

  unsent(count: number) {
    return expect(this.page.getByText(`${count} not sent yet`)).toBeVisible()
  }

  allSent() {
    return expect(this.page.getByText('Everything is sent')).toBeVisible()
  }

  async throwAway(): Promise<void> {
    await this.context.close().catch(() => {})
    await rm(this.folder, { recursive: true, force: true })
  }
}

// Browsers of their own are started and killed.
test.describe.configure({ timeout: 120_000 })

let phones: Phone[] = []
const newPhone = async () => {
  const phone = await Phone.make()
  phones.push(phone)
  return phone
}
test.afterEach(async () => {
  for (const phone of phones) await phone.throwAway()
  phones = []
})

/** Every step of a delivery: what is typed and pressed, and the step of the undo that shows it was taken. */
const STEPS: readonly { does: (phone: Phone) => Promise<void>; shows: RegExp }[] = [
  { does: (phone) => phone.press('I have arrived'), shows: /Check tank and product/ },
  {
    does: async (phone) => {
      await phone.page.getByLabel('Level before').fill('20')
      await phone.press(/[Bb]egin the delivery/)
    },
    shows: /Deliver .* planned/,
  },
  {
    does: async (phone) => {
      await phone.page.getByLabel('Meter start').fill('1000')
      await phone.page.getByLabel('Meter end').fill('1250')
      await phone.page.getByLabel(/^Temperature/).fill('86')
      await phone.press(/^Write ticket/)
    },
    shows: /Level after/,
  },
  {
    does: async (phone) => {
      await phone.page.getByLabel('Level after').fill('80')
      await phone.press('Save the level')
    },
    shows: /Nobody is here to sign/,
  },
  {
    does: async (phone) => {
      await phone.page.getByLabel('Nobody is here to sign').check()
      await phone.press('Sign and close the stop')
    },
    shows: /Ticket \d+/,
  },
]

test('a phone without a network that dies at every step of a stop loses nothing and sends each thing once', async ({
  request,
}) => {
  test.setTimeout(300_000)
  const { username, read, staff, shipment_id } = await makeRound(request)
  const phone = await newPhone()
  await phone.signIn(username)
  await phone.leave()
  // The browser writes cookies to the disk every half minute; a session that was begun just now is not there yet.
  await phone.context.close()
  await phone.start()
  await phone.context.setOffline(true)
  for (const [index, { does, shows }] of STEPS.entries()) {
    await phone.page.goto('/my-day')
    await phone.open('North barn')
    await does(phone)
    await expect(phone.page.getByText(shows).first()).toBeVisible()
    await phone.kill()
    await phone.start()
    await phone.context.setOffline(true)
    await phone.page.goto('/my-day')
    // The last step tells two things: the signature, and the end of the stop.
    await phone.unsent(index === STEPS.length - 1 ? index + 2 : index + 1)
  }
  expect((await read()).stops[0].status).toBe('planned')
  await phone.context.setOffline(false)
  await phone.page.goto('/my-day')
  await phone.allSent()
  expect(await read()).toMatchObject({
    details: [{ delivered: '250.000' }, { delivered: null }],
    stops: [{ status: 'done' }, { status: 'planned' }],
  })
  // The other stop, with the network cut half-way; then the round is closed and finalized.
  await phone.open('South yard')
  await phone.press('I have arrived')
  await phone.context.setOffline(true)
  await phone.press('No delivery')
  await phone.page.getByLabel('Locked gate').check()
  await phone.press('Close without a delivery')
  await phone.press('Close the route')
  await phone.context.setOffline(false)
  await phone.page.goto('/my-day')
  await phone.allSent()
  expect(await read()).toMatchObject({
    status_id: 4,
    details: [{ delivered: '250.000' }, { delivered: '0.000' }],
    stops: [{ status: 'done' }, { status: 'not_delivered', reason: 'locked_gate' }],
  })
  const { audit_entries: told } = await staff('GET', `/shipment_planner/${shipment_id}/history`)
  expect(told.filter(({ action }: { action: string }) => action === 'finalize')).toHaveLength(1)
})

test('an expired session locks the day and keeps it; what was done is sent after the same driver signs in', async ({
  request,
}) => {
  const { username, read } = await makeRound(request)
  const phone = await newPhone()
  await phone.signIn(username)
  await phone.leave()
  await phone.context.setOffline(true)
  await phone.open('North barn')
  await phone.press('I have arrived')
  await phone.unsent(1)
  await phone.context.clearCookies()
  await phone.context.setOffline(false)
  await phone.page.goto('/my-day')
  await expect(phone.page).toHaveURL(/session\/login/)
  expect((await read()).stops[0].status).toBe('planned')
  await phone.signIn(username)
  await phone.allSent()
  expect((await read()).stops[0].status).toBe('arrived')
})

test('a sign-out is refused while something is not sent, and another user of the phone sees none of it', async ({
  request,
}) => {
  const [own, other] = [await makeRound(request), await makeRound(request)]
  const phone = await newPhone()
  await phone.signIn(own.username)
  await phone.leave()
  await phone.context.setOffline(true)
  await phone.open('North barn')
  await phone.press('I have arrived')
  await phone.page.goto('/my-day?leaving=1')
  await expect(phone.page.getByText('Something is not sent yet')).toBeVisible()
  await phone.press('Sign out, keep them on this phone')
  await expect(phone.page).toHaveURL(/session\/login/)
  await phone.context.setOffline(false)
  await phone.signIn(other.username)
  await expect(phone.page.getByText('Everything is sent')).toBeVisible()
  await phone.page.evaluate(() => localStorage.clear())
  await phone.context.clearCookies()
  expect((await own.read()).stops[0].status).toBe('planned')
  await phone.signIn(own.username)
  await phone.allSent()
  expect((await own.read()).stops[0].status).toBe('arrived')
})

test('what a second phone, or the dispatcher, changed meanwhile is shown and resolved by a person', async ({
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
  await second.context.setOffline(true)
  await second.open('North barn')
  await second.press('I have arrived')
  await phone.open('North barn')
  await phone.press('I have arrived')
  await phone.allSent()
  await second.context.setOffline(false)
  await second.page.goto('/my-day')
  await expect(second.page.getByText('The arrival was told already.')).toBeVisible()
  await second.press('Set aside')
  await expect(second.page.getByText('The arrival was told already.')).toBeHidden()

  await step('draft')
  await phone.context.setOffline(true)
  await phone.page.goto('/my-day')
  await phone.open('South yard')
  await phone.press('I have arrived')
  await phone.context.setOffline(false)
  await phone.page.goto('/my-day')
  await expect(phone.page.getByText(/the dispatcher has taken it back/)).toBeVisible()
  await step('in route')
  await phone.press('Try all again')
  await expect(phone.page.getByText(/the dispatcher has taken it back/)).toBeHidden()
  expect((await read()).stops.map(({ status }: { status: string }) => status)).toEqual(['arrived', 'arrived'])
})
