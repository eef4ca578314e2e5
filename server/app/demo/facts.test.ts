import fs from 'node:fs'
import { expect, test } from 'vitest'
import business from '#facts/business.json' with { type: 'json' }
import money from '#facts/money.json' with { type: 'json' }
import orders from '#facts/orders.json' with { type: 'json' }
import { BASE_TANK_SPECS } from '../base/baseTankSpecs.ts'
import { PRODUCTS, TRUCKS } from './facts.ts'
import { demoFleet } from './fleet.ts'

const ROOT = new URL('../../../', import.meta.url)
const rows = [business, money].flatMap((facts) => Object.values(facts).flat()) as Record<string, unknown>[]
const names = new Set(rows.flatMap(({ '#': name }) => (typeof name === 'string' ? [name] : [])))

test('all demo accounts read English except the one that the README names', () => {
  const others = business.people.filter(({ language = 'en' }) => language !== 'en')
  expect(others.map(({ language }) => language)).toEqual(['es'])
  const account = business.users.find(({ people_id }) => people_id === `@${others[0]!['#']}`)!
  const readme = fs.readFileSync(new URL('README.md', ROOT), 'utf8')
  expect(readme).toContain(`except \`${account.username.split('@')[0]}\`, which starts in Spanish`)
})

test('users 1 and 10, who have the developer tools, are the administrator and the developer', () => {
  const types = [business.users[0], business.users[9]].map((item) => item?.login_type_id)
  expect(types).toEqual(['administrator', 'developer'])
})

test('the users of one distributor have a back office', () => {
  expect(business.settings).toContainEqual({ setting_key: 'distributors_back_office', value: 1 })
  const open = business.accounts.filter(({ added_permissions }) => added_permissions)
  expect(open.map(({ login_type_id }) => login_type_id).sort()).toEqual(['d_acct_mgr', 'distributor'])
  expect(new Set(open.map(({ company_id }) => company_id))).toEqual(new Set(['@heartland']))
})

test('the clerk and the dispatcher belong to a company that sells: they decide about orders', () => {
  const clerks = business.accounts.filter(({ login_type_id }) => /^(csr|dispatcher)$/.test(login_type_id))
  expect(clerks.map(({ company_id }) => company_id)).toEqual(['@heartland', '@heartland'])
})

test('the facts are plain data', () => {
  const files = fs.readdirSync(new URL('facts/', ROOT))
  expect(files.filter((name) => !name.endsWith('.json'))).toEqual([])
})

test('every truck has its own driver, and serves one state', () => {
  const drivers = TRUCKS.map(({ driver }) => `${driver.first_name} ${driver.last_name}`)
  expect(new Set(drivers).size).toBe(TRUCKS.length)
  for (const { state } of TRUCKS) expect(state).toMatch(/^[A-Z]{2}$/)
})

test('the fleet has homes with 275 gal of heating oil and 500 gal of propane as well as businesses', () => {
  const homes = demoFleet().filter(({ label }) => label.includes(' home '))
  const tanks = homes.flatMap(({ ports }) => ports.map(({ product, tank }) => `${product} ${tank?.gallons}`))
  expect(tanks.filter((tank) => tank === 'Heating oil 275').length).toBeGreaterThan(5)
  expect(tanks.filter((tank) => tank === 'Propane 500').length).toBeGreaterThan(5)
  expect(new Set(tanks).size).toBe(2)
})

test('the tanks of a site are next to each other', () => {
  const sites = new Map<string, { latitude: number; longitude: number }>()
  for (const { site, latitude, longitude } of demoFleet()) {
    const first = sites.get(site) ?? { latitude, longitude }
    sites.set(site, first)
    expect(Math.abs(first.latitude - latitude)).toBeLessThan(0.005)
    expect(Math.abs(first.longitude - longitude)).toBeLessThan(0.005)
  }
})

test('every name that a fact refers to exists', () => {
  const products = [...PRODUCTS.values()].flatMap(({ owners, product_name }) =>
    owners.map((owner) => `${owner}: ${product_name}`),
  )
  const devices = demoFleet().map(({ public_id }) => public_id)
  const known = new Set([...names, ...devices, ...products, 'ullage', 'gal'])
  const named = rows.flatMap((row) => Object.values(row)).filter((value) => String(value).startsWith('@'))
  const unknown = named.filter(
    (value) => !known.has(String(value).slice(1)) && !/^@Net \d+$/.test(String(value)),
  )
  expect(unknown).toEqual([])
  for (const { site, company, tags, ports } of demoFleet()) {
    for (const name of [site, company, ...tags.map((tag) => `${company}/${tag}`)])
      expect(names).toContain(name)
    const parent = business.companies.find(({ '#': key }) => key === company)?.parent_id?.slice(1)
    for (const { product, tank, spec } of ports) {
      const { owners } = PRODUCTS.get(product)!
      expect(owners.some((owner) => owner === company || owner === parent)).toBe(true)
      expect(tank === undefined || BASE_TANK_SPECS.includes(spec!)).toBe(true)
    }
  }
  for (const { owners } of PRODUCTS.values()) for (const owner of owners) expect(names).toContain(owner)
  const words = new Set([...PRODUCTS.keys()].map((name) => name.split(' ')[0]))
  const liquids = orders.rounds.flatMap(({ loads }) => loads.map(({ liquid }) => liquid))
  for (const word of [...liquids, ...TRUCKS.flatMap(({ carries }) => carries)]) expect(words).toContain(word)
  expect(TRUCKS.map(({ truck_name }) => truck_name)).toContain(orders.truck)
})
