import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, request as openRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
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

/** A new company with a driver, a truck and a round of two stops. */
export async function makeRound(
  request: APIRequestContext,
  { product_group = 'fuel_oil', isPaidAtDoor = false } = {},
) {
  const staff = await apiOf(request, 'administrator')
  const name = `Day${Date.now()}`
  const created = async (address: string, single: string, body: object) => {
    const response = await staff('POST', address, body)
    if (response.code !== 200) throw new Error(JSON.stringify(response))
    return response[single]
  }
  const { company_id } = await created('/customers', 'customer', {
    company: `${name} Fuels`,
    payment_term_id: 1,
  })
  const username = `${name.toLowerCase()}@ullage.example`
  const user = await created('/users', 'user', {
    ...{
      username,
      password: NEW_PASSWORD,
      confirm_password: NEW_PASSWORD,
      login_type_id: 'driver',
      company_id,
    },
    ...{ first_name: name, last_name: 'Driver', phone_number: '+13135550123' },
  })
  const { product_id } = await created('/tank_products', 'tank_product', {
    ...{ product_name: `${name} Diesel`, company_id, color: '#335577' },
    ...{ specific_gravity: '0.850', product_group },
  })
  const { truck_id } = await created('/tanker_trucks', 'tanker_truck', {
    ...{ truck_name: `${name} Bobtail`, company_id, vehicle_type: 'truck', num_of_compartments: 2 },
    ...{ compartment1: 5_000, compartment2: 5_000, max_weight: 0, payload: 0, gvwr: 0 },
  })
  const { units_of_measure: units } = await staff('GET', '/units_of_measure?options=1')
  const unit_id = units.find(({ code }: { code: string | null }) => code === 'gal').id
  const load = (place: string, compartment: number) => ({
    ...{ product_id, quantity: '250', unit_id, compartment, company_id, ship_location_label: place },
  })
  // A round leaves on its day by the clock of the business.
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Detroit' }).format()
  const { site_id } = await created('/sites', 'site', {
    ...{ name: `${name} Feedlot`, company_id, gate_code: '#4711', contact_name: 'June' },
    ...{ contact_phone: '+13085550144', access_notes: 'Second gate, past the silo.' },
    ...{ latitude: '40.699000', longitude: '-99.081000' },
  })
  const { devices } = await staff('GET', '/devices?page_size=1')
  const { device_type_id, mobile_provider_id } = devices[0]
  const { device_id } = await created('/devices', 'device', {
    ...{ public_id: name.toUpperCase(), company_id, device_type_id, mobile_provider_id, site_id },
  })
  const firstOf = async (kind: string, more = '') =>
    (await staff('GET', `/${kind}?page_size=1&${more}`))[kind][0]
  const { tank_type_id } = await firstOf('tank_types', 'search=rect')
  const { sensor_type_id } = await firstOf('sensor_types')
  const { device_ports_id } = await created(`/devices/${device_id}/ports`, 'device_port', {
    ...{ port_number: 1, tank_type_id, sensor_type_id, product_id, def_liters: '2000', sensor_offset: '1' },
    ...{ metric_length: '1000', metric_width: '1000', metric_height: '2000' },
  })
  const ordered = async () => {
    const order = await created('/transaction_documents', 'transaction_document', {
      ...{ document_type: 'sales_order', company_id, device_id, document_date: today, due_date: today },
      ...{ approved: 0, payment_term_id: 1, currency_id: 1 },
      details: [{ product_id, quantity: '250', unit_id, unit_price: '3' }],
    })
    await staff('POST', `/transaction_documents/${order.document_id}/status`, { status_id: 22 })
    return { document_detail_id: order.details[0].document_detail_id }
  }
  const { shipment_id } = await created('/shipment_planner', 'shipment_planner', {
    ...{ company_id, truck_id, delivered_by: user.people_id, load_date: today },
    details: [
      { ...load('North barn', 1), device_ports_id, ...(isPaidAtDoor ? await ordered() : {}) },
      load('South yard', 2),
    ],
  })
  const read = async () => (await staff('GET', `/shipment_planner/${shipment_id}`)).shipment_planner
  return { staff, username, shipment_id: shipment_id as number, read }
}

/**
 * The network of a phone: a proxy for all requests of its browser, which can be cut. Setting a page offline is not enough, because its
 * calls pass the service worker, which the browser may let through.
 */
async function openNetwork() {
  let isCut = false
  const server = createServer((call, response) => {
    if (isCut) return call.destroy()
    const { hostname, port, pathname, search } = new URL(call.url!)
    const { method, headers } = call
    const onward = openRequest({ hostname, port, path: pathname + search, method, headers }, (reply) => {
      response.writeHead(reply.statusCode!, reply.headers)
      reply.pipe(response)
    })
    onward.on('error', () => response.destroy())
    response.on('close', () => onward.destroy())
    call.pipe(onward)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    proxy: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut: () => {
      isCut = true
      server.closeAllConnections()
    },
    restore: () => {
      isCut = false
    },
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** A phone: a browser with its own disk, which can lose its power. */
export class Phone {
  context!: BrowserContext
  page!: Page
  private constructor(
    private readonly folder: string,
    private readonly network: Awaited<ReturnType<typeof openNetwork>>,
    private readonly baseURL: string | undefined,
  ) {}

  /** @param baseURL the address of the product; by default the address of all tests */
  static async make(baseURL?: string): Promise<Phone> {
    const folder = await mkdtemp(path.join(tmpdir(), 'ullage-phone-'))
    const phone = new Phone(folder, await openNetwork(), baseURL ?? test.info().project.use.baseURL)
    await phone.start()
    return phone
  }

  /** @param isConnected if false, nothing reaches the server from the start, not even background sending. */
  async start({ isConnected = true } = {}): Promise<void> {
    if (isConnected) this.network.restore()
    else this.network.cut()
    this.context = await chromium.launchPersistentContext(this.folder, {
      ...{
        executablePath: BROWSER,
        args: [...FLAGS, `--proxy-server=${this.network.proxy}`, '--proxy-bypass-list=<-loopback>'],
        ...(this.baseURL === undefined ? {} : { baseURL: this.baseURL }),
      },
      ...{
        viewport: { width: 360, height: 740 },
        reducedMotion: 'reduce' as const,
        serviceWorkers: 'allow' as const,
      },
    })
    // A step that cannot be taken fails before the test times out.
    this.context.setDefaultTimeout(60_000)
    // Tests set pages offline, not the browser: that would wake the service worker at an arbitrary time.
    await this.context.addInitScript(() => {
      const tags: string[] = []
      const sync = { register: async (tag: string) => tags.push(tag), getTags: async () => tags }
      Object.defineProperty(ServiceWorkerRegistration.prototype, 'sync', { value: sync })
    })
    this.page = this.context.pages()[0]!
  }

  /** The battery dies: nothing is closed. */
  async kill(): Promise<void> {
    const closed = this.context.waitForEvent('close')
    for (const id of this.processIds()) process.kill(id, 'SIGKILL')
    await closed
    for (const name of ['Lock', 'Cookie', 'Socket'])
      await rm(path.join(this.folder, `Singleton${name}`), { force: true })
  }

  /** The processes of the browser and its start script: all with this folder that the browser did not start. */
  private processIds(): number[] {
    const lines = execFileSync('ps', ['-ww', '-A', '-o', 'pid=,args='], { encoding: 'utf8' }).split('\n')
    return lines
      .filter((line) => line.includes(`--user-data-dir=${this.folder}`) && !line.includes('--type='))
      .map((line) => Number.parseInt(line, 10))
  }

  /** The battery dies, and the phone is restarted without a network. */
  async dieAndBegin(): Promise<void> {
    await this.kill()
    await this.start({ isConnected: false })
    await this.page.goto('/my-day')
  }

  /**
   * The phone loses its network from its start. It was closed normally: the browser writes cookies to disk every half minute, and a new
   * session is not there yet.
   */
  async goOffTheNetwork(): Promise<void> {
    await this.context.close()
    await this.start({ isConnected: false })
    await this.page.goto('/my-day')
  }

  async comeBackToTheNetwork(): Promise<void> {
    await this.context.close()
    await this.start()
    await this.page.goto('/my-day')
  }

  /** The network is lost, and the pages notice. */
  async loseNetwork(): Promise<void> {
    this.network.cut()
    await this.context.setOffline(true)
  }

  /** The network is back, and the pages notice. */
  async findNetwork(): Promise<void> {
    this.network.restore()
    await this.context.setOffline(false)
  }

  async signIn(username: string): Promise<void> {
    await this.page.goto('/session/login')
    await this.page.getByRole('textbox').first().fill(username)
    await this.page.locator('input[type=password]').fill(NEW_PASSWORD)
    await this.page.locator('button[type=submit]').click()
    await expect(this.page).toHaveURL(/my-day/)
  }

  /** Downloads the day to the phone and leaves: the button's disappearance proves it, as nothing is pending before it is stored either. */
  async leave(): Promise<void> {
    await this.press('Get ready for the road')
    await expect(this.page.getByText(/Ready: the whole day/)).toBeVisible()
    await this.press('Leave')
    await expect(this.page.getByRole('button', { name: 'Leave', exact: true })).toBeHidden()
    await this.allSent()
  }

  /** At the first stop, with everything recorded before payment and signature. */
  async deliver(username: string): Promise<void> {
    await this.signIn(username)
    await this.leave()
    await this.open('North barn')
    await this.goThrough(STEPS.slice(0, 4))
  }

  /** On the road to the first stop, and there without a network. */
  async arriveWithoutNetwork(username: string): Promise<void> {
    await this.signIn(username)
    await this.leave()
    await this.loseNetwork()
    await this.open('North barn')
    // The next step is shown once the arrival is stored; before that it counts as unsent as well.
    await this.goThrough(STEPS.slice(0, 1))
    await this.unsent(1)
  }

  /** The server's events of a stop, in order. */
  async eventsAt(place: string): Promise<{ event_id: string; kind: string }[]> {
    const { rounds } = await (await this.call('/driver/day')).json()
    return rounds.flatMap(({ stops }: any) => stops).find((stop: any) => stop.place === place).events
  }

  /** The session ends at the server. The phone learns of it with its next call. */
  async endSession(): Promise<void> {
    expect((await this.call('/authenticate/logout')).ok()).toBe(true)
  }

  /** Makes a call with this phone's session, but not over its network. */
  private async call(path: string) {
    const token = (await this.context.cookies()).find(({ name }) => name === 'token')!.value
    const headers = { 'x-api-key': 'ullage-web', authorization: `Bearer ${decodeURIComponent(token)}` }
    return this.context.request.get(`/api${path}`, { headers })
  }

  async press(name: RegExp | string): Promise<void> {
    await this.page.getByRole('button', { name }).click()
  }

  async open(place: string): Promise<void> {
    await this.page.getByRole('button', { name: place }).click()
  }

  /** Goes through steps of the open stop. */
  async goThrough(steps: readonly StopStep[]): Promise<void> {
    for (const { does, shows } of steps) {
      await does(this)
      await expect(this.page.getByText(shows).first()).toBeVisible()
    }
  }

  unsent(count: number) {
    return expect(this.page.getByText(`${count} not sent yet`)).toBeVisible()
  }

  allSent() {
    return expect(this.page.getByText('Everything is sent')).toBeVisible()
  }

  async throwAway(): Promise<void> {
    await this.context.close().catch(() => {})
    this.network.close()
    await rm(this.folder, { recursive: true, force: true })
  }
}

/** Phones for the tests of a file: each is removed after its test. */
export function phonesOfTests(): (baseURL?: string) => Promise<Phone> {
  let phones: Phone[] = []
  test.afterEach(async () => {
    for (const phone of phones) await phone.throwAway()
    phones = []
  })
  return async (baseURL) => {
    const phone = await Phone.make(baseURL)
    phones.push(phone)
    return phone
  }
}

/** A step at a stop: its input, and what shows that it was taken. */
export interface StopStep {
  does: (phone: Phone) => Promise<void>
  shows: RegExp
}

/** The steps of a usual delivery. */
export const STEPS: readonly StopStep[] = [
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
    shows: /No one is here to sign/,
  },
  {
    does: async (phone) => {
      await phone.press('Take a payment')
      await phone.page.getByLabel(/^Amount/).fill('120.50')
      await phone.press(/^Take \$/)
    },
    shows: /Cash \$120\.50/,
  },
  {
    does: async (phone) => {
      await phone.page.getByLabel('No one is here to sign').check()
      await phone.press('Sign and close the stop')
    },
    shows: /Delivery ticket \d+/,
  },
]
