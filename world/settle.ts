import { TERMS } from './books/ledger.ts'
import { FAULTS, STRANGERS, TROUBLES } from './facts/badDays.ts'
import { BUSINESSES, FAMILIES, FIRST_NAMES } from './facts/customers.ts'
import { PRODUCTS, type ProductName } from './facts/products.ts'
import { TANK_KINDS, type TankKind } from './facts/tanks.ts'
import { HOME, TRUCKS } from './facts/trucks.ts'
import { Bookkeeper } from './inhabitants/bookkeeper.ts'
import { Clerk } from './inhabitants/clerk.ts'
import { Customer } from './inhabitants/customer.ts'
import { Device, type Fault } from './inhabitants/device.ts'
import { Dispatcher } from './inhabitants/dispatcher.ts'
import { Driver } from './inhabitants/driver.ts'
import { Onlooker, readPaths } from './inhabitants/onlooker.ts'
import { PASSWORD, Person } from './inhabitants/person.ts'
import { heightOf, type Shape } from './laws/tankShape.ts'
import { GALLON, HOUR } from './laws/units.ts'
import { ADMINISTRATOR } from './product.ts'
import { makeTerminal, settleMoney } from './settleMoney.ts'
import { LOW, SENSOR_ABOVE, Tank, type Trouble, URGENT } from './tank.ts'
import type { Truck } from './truck.ts'
import type { World } from './world.ts'

/** The business that every installation begins with. */
const SELLER = 1
/** Maximum number of customers who read more than their tank. */
const MAX_ONLOOKERS = 8

export interface Inhabitants {
  owner: Person
  devices: Device[]
  customers: Customer[]
  dispatcher: Dispatcher
  drivers: Driver[]
  clerk: Clerk
  bookkeeper: Bookkeeper
  onlookers: Onlooker[]
}

/** Creates the business with its products, trucks and people, its customers with their tanks, and lets the devices report their history. */
export async function settle(world: World, count: number): Promise<Inhabitants> {
  const owner = new Person(world, ADMINISTRATOR.username, ADMINISTRATOR.password)
  const references = await readReferences(owner)
  await owner.must('PATCH', `/distributors/${SELLER}`, { company: 'Huron Fuel & Propane' })
  const products = await makeProducts(owner)
  const terminal_id = await makeTerminal(owner, SELLER)
  const office = { seller_id: SELLER, terminal_id, unit_id: references.gallon, products }
  const staff = async (login: string, index = 0) =>
    makePerson(world, owner, { login, index, company_id: SELLER })
  const drivers: Driver[] = []
  const trucks: Truck[] = []
  for (const [index, facts] of TRUCKS.entries()) {
    const person = await staff('driver', index + 1)
    const compartments = facts.compartments.map((gallons) => Math.round(gallons * GALLON))
    const { tanker_truck } = await owner.must('POST', '/tanker_trucks', {
      ...{ truck_name: facts.name, company_id: SELLER, driver_id: person.people_id, vehicle_type: 'truck' },
      ...{ num_of_compartments: compartments.length, max_weight: 0, payload: 0, gvwr: 0 },
      ...Object.fromEntries(compartments.map((litres, at) => [`compartment${at + 1}`, litres])),
      vehicle_class: facts.carries,
      ...{ home_latitude: String(HOME.latitude), home_longitude: String(HOME.longitude) },
      ...{ shift_start: '06:00', shift_end: '18:00' },
    })
    const truck = { truck_id: tanker_truck.truck_id, ...facts, onBoard: new Map(), meter: 1000 }
    trucks.push(truck)
    drivers.push(new Driver(world, person, truck, references.gallon))
  }
  const devices: Device[] = []
  const customers: Customer[] = []
  for (let number = 1; number <= count; number++) {
    const tank = makeTank(world, number)
    world.tanks.push(tank)
    const { device, customer } = await makePlace(world, owner, {
      tank,
      references,
      product_id: products[tank.kind.product],
    })
    devices.push(device)
    customers.push(customer)
  }
  const onlookers = await makeOnlookers(world, owner, { customers, payment_term_id: references.term })
  for (const device of devices) await device.reportHistory()
  const bookkeeper = new Bookkeeper(world, await staff('employee'), owner, office)
  await settleMoney(owner, office, world.tanks)
  await bookkeeper.postPrices(world.moment(-1, 6))
  return {
    ...{ owner, devices, customers, drivers, onlookers },
    dispatcher: new Dispatcher(world, await staff('dispatcher'), { owner, trucks }),
    clerk: new Clerk(world, (await staff('csr')).username),
    bookkeeper,
  }
}

/** Customers who read everything that the product offers, and strangers of each login type, without any records here. */
async function makeOnlookers(
  world: World,
  owner: Person,
  { customers, payment_term_id }: { customers: readonly Customer[]; payment_term_id: number },
): Promise<Onlooker[]> {
  const paths = await readPaths(owner)
  const own = customers
    .slice(0, MAX_ONLOOKERS)
    .map(({ username, tank }) => new Onlooker(world, username, paths, tank.number))
  const strangers: Onlooker[] = []
  for (const [kind, name, logins] of STRANGERS) {
    const made = await owner.must('POST', `/${kind}s`, {
      ...{ company: `Elsewhere ${name}`, ...(kind === 'customer' && { payment_term_id }) },
    })
    for (const login of logins) {
      const { username } = await makePerson(world, owner, {
        ...{ login, company_id: made[kind].company_id, prefix: 'stranger-' },
      })
      strangers.push(new Onlooker(world, username, paths))
    }
  }
  return [...own, ...strangers]
}

interface References {
  gallon: number
  term: number
  tankTypes: ReadonlyMap<string, number>
  sensorTypes: ReadonlyMap<string, number>
  device: { device_type_id: number; mobile_provider_id: number }
}

async function readReferences(owner: Person): Promise<References> {
  const all = async (kind: string) => owner.must('GET', `/${kind}?page_size=0`)
  const options = async (kind: string) => owner.must('GET', `/${kind}?options=1`)
  const { tank_types } = await all('tank_types')
  const { sensor_types } = await all('sensor_types')
  const { payment_terms } = await all('payment_terms')
  const { units_of_measure } = await options('units_of_measure')
  return {
    gallon: units_of_measure.find(({ code }: any) => code === 'gal').id,
    term: payment_terms.find(({ term_days }: any) => term_days === TERMS).payment_term_id,
    tankTypes: new Map(tank_types.map((type: any) => [type.slug, type.tank_type_id])),
    sensorTypes: new Map(sensor_types.map((type: any) => [type.measure, type.sensor_type_id])),
    device: {
      device_type_id: (await options('device_types')).iot_device_types[0].device_type_id,
      mobile_provider_id: (await options('mobile_providers')).mobile_providers[0].mobile_provider_id,
    },
  }
}

async function makeProducts(owner: Person): Promise<Record<ProductName, number>> {
  const made: Partial<Record<ProductName, number>> = {}
  for (const [name, facts] of Object.entries(PRODUCTS)) {
    const { tank_product } = await owner.must('POST', '/tank_products', {
      ...{ product_name: facts.name, company_id: SELLER, color: facts.color, grade: facts.name },
      ...{ specific_gravity: facts.gravity, product_group: facts.group },
      vehicle_class: facts.truck,
    })
    made[name as ProductName] = tank_product.product_id
  }
  return made as Record<ProductName, number>
}

async function makePerson(
  world: World,
  owner: Person,
  {
    login,
    index = 0,
    company_id,
    prefix = '',
  }: { login: string; index?: number; company_id: number; prefix?: string },
): Promise<{ username: string; people_id: number }> {
  const username = `${prefix}${login.replaceAll('_', '-')}${index || ''}@world.example`
  const random = world.random.of(username)
  const { user } = await owner.must('POST', '/users', {
    ...{ username, password: PASSWORD, confirm_password: PASSWORD, login_type_id: login, company_id },
    ...{
      first_name: random.pick(FIRST_NAMES),
      last_name: random.pick(FAMILIES),
      phone_number: '+13135550123',
    },
  })
  return { username, people_id: user.people_id }
}

/** A tank of a kind by its share; two of five are low at the start, so that short runs have deliveries. */
function makeTank(world: World, number: number): Tank {
  const random = world.random.of(`tank ${number}`)
  const kind = kindAt((number * 37) % 100)
  const holding = (litres: number) =>
    new Tank(number, `H-${1000 + number}`, kind, world.weather, random, { litres, at: world.start })
  const { capacity, limit } = holding(0)
  const tank = holding(
    number % 5 < 2 ? capacity * random.between(0.12, 0.27) : random.between(0.3 * capacity, 0.95 * limit),
  )
  tank.trouble = troubleOf(world, tank)
  return tank
}

/** The kind of a percentile. */
function kindAt(hundredth: number): TankKind {
  return TANK_KINDS.flatMap((kind) => Array.from({ length: kind.share }, () => kind))[hundredth]!
}

async function makePlace(
  world: World,
  owner: Person,
  { tank, references, product_id }: { tank: Tank; references: References; product_id: number },
): Promise<{ device: Device; customer: Customer }> {
  const random = tank.random.of('place')
  const { kind, number, public_id } = tank
  const isHome = kind.law.rhythm === 'heating'
  const name = `${isHome ? random.pick(FAMILIES) : random.pick(BUSINESSES)} ${number}`
  const isCalling = random.happens(0.3)
  const { customer } = await owner.must('POST', '/customers', {
    ...{ company: name, parent_id: SELLER, payment_term_id: references.term, account_number: `C-${number}` },
  })
  const { company_id } = customer
  const { place } = await owner.must('POST', '/places', {
    company_id,
    site: {
      ...{ name: isHome ? 'Home' : 'Yard', contract: isCalling ? 'will_call' : 'automatic' },
      latitude: (HOME.latitude + random.between(-0.2, 0.2)).toFixed(6),
      longitude: (HOME.longitude + random.between(-0.25, 0.25)).toFixed(6),
    },
    device: { public_id, ...references.device, record_interval: 3600, upload_interval: kind.uploadEvery },
    tank: {
      ...{
        port_number: 1,
        product_id,
        reorder_yellow: String(LOW * 100),
        reorder_red: String(URGENT * 100),
        sensor_offset: String(SENSOR_ABOVE),
      },
      tank_type_id: references.tankTypes.get(kind.shape.slug),
      sensor_type_id: references.sensorTypes.get(kind.measure),
      def_liters: tank.capacity.toFixed(2),
      ...measures(kind.shape),
    },
  })
  tank.ids = { device_id: place.device_id, device_ports_id: place.device_ports_id, company_id, product_id }
  const { device_key } = await owner.must('PATCH', `/devices/${place.device_id}/reprovision`)
  const user = await makePerson(world, owner, { login: 'customer', index: number, company_id })
  return {
    device: new Device(world, tank, device_key, {
      ...{ byMqtt: number % 4 === 0, faults: faultsOf(world, number), isCalling },
    }),
    customer: new Customer(world, user, tank, isCalling),
  }
}

/** The start and end of something that begins at an hour of a day, ms. */
function spanOf(world: World, { day, hour, hours }: { day: number; hour: number; hours: number }) {
  const from = world.moment(day, hour)
  return { from, to: from + hours * HOUR }
}

function faultsOf(world: World, number: number): Fault[] {
  return FAULTS.filter(({ every, rest }) => number % every === rest).map((fault) => ({
    ...{ kind: fault.kind, ...spanOf(world, fault) },
  }))
}

function troubleOf(world: World, { number, capacity }: Tank): Trouble | undefined {
  const trouble = TROUBLES.find(({ every, rest }) => number % every === rest)
  return trouble && { ...spanOf(world, trouble), litresAnHour: trouble.share * capacity }
}

function measures(shape: Shape): Record<string, string> {
  const { diameter, length, width } = shape as { diameter?: number; length?: number; width?: number }
  return Object.fromEntries(
    Object.entries({
      metric_diameter: diameter,
      metric_length: length,
      metric_width: width,
      metric_height: 'height' in shape ? heightOf(shape) : undefined,
    })
      .filter(([, value]) => value !== undefined)
      .map(([field, value]) => [field, String(value)]),
  )
}
