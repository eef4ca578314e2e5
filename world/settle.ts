import { TERMS } from './books/ledger.ts'
import { FAULTS, isOneOf, STRANGERS, TROUBLES } from './facts/badDays.ts'
import { BUSINESSES, FAMILIES, FIRST_NAMES } from './facts/customers.ts'
import { PRODUCTS, type ProductName } from './facts/products.ts'
import { TANK_KINDS, type TankKind } from './facts/tanks.ts'
import { HOME, TRUCKS } from './facts/trucks.ts'
import { Bookkeeper } from './inhabitants/bookkeeper.ts'
import { Clerk } from './inhabitants/clerk.ts'
import { Customer } from './inhabitants/customer.ts'
import { Device } from './inhabitants/device.ts'
import { Dispatcher } from './inhabitants/dispatcher.ts'
import { Driver } from './inhabitants/driver.ts'
import { Onlooker, readPaths } from './inhabitants/onlooker.ts'
import { PASSWORD, Person } from './inhabitants/person.ts'
import type { Shape } from './laws/tankShape.ts'
import { GALLON, HOUR } from './laws/units.ts'
import { ADMINISTRATOR } from './product.ts'
import { settleMoney } from './settleMoney.ts'
import { LOW, SENSOR_ABOVE, Tank, URGENT } from './tank.ts'
import type { World } from './world.ts'

/** The business that every installation begins with. */
const SELLER = 1
/** Maximum number of customers who read more than their tank. */
const MAX_ONLOOKERS = 8

export interface Inhabitants {
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
  world.owner = owner
  const references = await readReferences(owner)
  await owner.must('PATCH', `/distributors/${SELLER}`, { company: 'Huron Fuel & Propane' })
  const products = await makeProducts(owner)
  const { terminal } = await owner.must('POST', '/terminals', { name: 'River rack', company_id: SELLER })
  const office = {
    seller_id: SELLER,
    terminal_id: terminal.terminal_id,
    unit_id: references.gallon,
    products,
  }
  const staff = (login: string, index = 0) => makePerson(world, { login, index, company_id: SELLER })
  const drivers: Driver[] = []
  for (const [index, facts] of TRUCKS.entries()) {
    const { username, people_id } = await staff('driver', index + 1)
    const compartments = facts.compartments.map((gallons) => Math.round(gallons * GALLON))
    const { tanker_truck } = await owner.must('POST', '/tanker_trucks', {
      ...{ truck_name: facts.name, company_id: SELLER, driver_id: people_id, vehicle_type: 'truck' },
      ...{ num_of_compartments: compartments.length, max_weight: 0, payload: 0, gvwr: 0 },
      ...Object.fromEntries(compartments.map((litres, at) => [`compartment${at + 1}`, litres])),
      vehicle_class: facts.carries,
      ...{ home_latitude: String(HOME.latitude), home_longitude: String(HOME.longitude) },
      ...{ shift_start: '06:00', shift_end: '18:00' },
    })
    const truck = { truck_id: tanker_truck.truck_id, ...facts, onBoard: new Map(), meter: 1000 }
    world.trucks.push(truck)
    drivers.push(new Driver(world, username, truck, references.gallon))
  }
  const customers: Customer[] = []
  for (let number = 1; number <= count; number++) {
    const tank = makeTank(world, number)
    world.tanks.push(tank)
    customers.push(await makePlace(world, tank, references, products[tank.kind.product]))
  }
  const onlookers = await makeOnlookers(world, customers, references.term)
  for (const device of world.devices) await device.reportHistory()
  const bookkeeper = new Bookkeeper(world, (await staff('employee')).username, office)
  await settleMoney(owner, office, world.tanks)
  await bookkeeper.postPrices(world.moment(-1, 6))
  return {
    ...{ customers, drivers, onlookers, bookkeeper },
    dispatcher: new Dispatcher(world, (await staff('dispatcher')).username),
    clerk: new Clerk(world, (await staff('csr')).username),
  }
}

/** Customers who read everything that the product offers, and strangers of each login type, without any records here. */
async function makeOnlookers(
  world: World,
  customers: readonly Customer[],
  payment_term_id: number,
): Promise<Onlooker[]> {
  const paths = await readPaths(world)
  const onlookers = customers
    .slice(0, MAX_ONLOOKERS)
    .map(({ username, tank }) => new Onlooker(world, username, paths, tank.number))
  for (const [kind, name, logins] of STRANGERS) {
    const term = kind === 'customer' ? { payment_term_id } : {}
    const created = await world.owner.must('POST', `/${kind}s`, { company: `Elsewhere ${name}`, ...term })
    const { company_id } = created[kind]
    for (const login of logins) {
      const { username } = await makePerson(world, { login, company_id, prefix: 'stranger-' })
      onlookers.push(new Onlooker(world, username, paths))
    }
  }
  return onlookers
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
  const { iot_device_types } = await options('device_types')
  const { mobile_providers } = await options('mobile_providers')
  return {
    gallon: units_of_measure.find(({ code }: any) => code === 'gal').id,
    term: payment_terms.find(({ term_days }: any) => term_days === TERMS).payment_term_id,
    tankTypes: new Map(tank_types.map((type: any) => [type.slug, type.tank_type_id])),
    sensorTypes: new Map(sensor_types.map((type: any) => [type.measure, type.sensor_type_id])),
    device: {
      device_type_id: iot_device_types[0].device_type_id,
      mobile_provider_id: mobile_providers[0].mobile_provider_id,
    },
  }
}

async function makeProducts(owner: Person): Promise<Record<ProductName, number>> {
  const made: Partial<Record<ProductName, number>> = {}
  for (const [key, { name, color, gravity, group, truck }] of Object.entries(PRODUCTS)) {
    const { tank_product } = await owner.must('POST', '/tank_products', {
      ...{ product_name: name, company_id: SELLER, color, grade: name },
      ...{ specific_gravity: gravity, product_group: group, vehicle_class: truck },
    })
    made[key as ProductName] = tank_product.product_id
  }
  return made as Record<ProductName, number>
}

async function makePerson(
  world: World,
  {
    login,
    index = 0,
    company_id,
    prefix = '',
  }: { login: string; index?: number; company_id: number; prefix?: string },
): Promise<{ username: string; people_id: number }> {
  const username = `${prefix}${login.replaceAll('_', '-')}${index || ''}@world.example`
  const random = world.random.of(username)
  const { user } = await world.owner.must('POST', '/users', {
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
  const trouble = TROUBLES.find((one) => isOneOf(number, one))
  tank.trouble = trouble && { ...spanOf(world, trouble), litresAnHour: trouble.share * capacity }
  return tank
}

/** The kind of a percentile. */
function kindAt(hundredth: number): TankKind {
  return TANK_KINDS.flatMap((kind) => Array.from({ length: kind.share }, () => kind))[hundredth]!
}

async function makePlace(
  world: World,
  tank: Tank,
  references: References,
  product_id: number,
): Promise<Customer> {
  const { owner } = world
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
      ...{ port_number: 1, product_id, reorder_yellow: String(LOW * 100), reorder_red: String(URGENT * 100) },
      sensor_offset: String(SENSOR_ABOVE),
      tank_type_id: references.tankTypes.get(kind.shape.slug),
      sensor_type_id: references.sensorTypes.get(kind.measure),
      def_liters: tank.capacity.toFixed(2),
      ...measures(kind.shape),
    },
  })
  tank.ids = { device_id: place.device_id, device_ports_id: place.device_ports_id, company_id, product_id }
  const { device_key } = await owner.must('PATCH', `/devices/${place.device_id}/reprovision`)
  const { username } = await makePerson(world, { login: 'customer', index: number, company_id })
  const faults = FAULTS.filter((one) => isOneOf(number, one)).map((fault) => ({
    ...{ kind: fault.kind, ...spanOf(world, fault) },
  }))
  world.devices.push(new Device(world, tank, device_key, { byMqtt: number % 4 === 0, faults, isCalling }))
  return new Customer(world, username, tank, isCalling)
}

/** The start and end of something that begins at an hour of a day, ms. */
function spanOf(world: World, { day, hour, hours }: { day: number; hour: number; hours: number }) {
  const from = world.moment(day, hour)
  return { from, to: from + hours * HOUR }
}

function measures(shape: Shape): Record<string, string> {
  const { slug: _, ...sides } = shape
  return Object.fromEntries(Object.entries(sides).map(([side, value]) => [`metric_${side}`, String(value)]))
}
