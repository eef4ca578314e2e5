import fs from 'node:fs'
import { expect, test } from 'vitest'
import office from '#facts/office.json' with { type: 'json' }
import orders from '#facts/orders.json' with { type: 'json' }
import { BASE_TANK_SPECS } from '../baseTankSpecs.ts'
import { ACCOUNTS, COMPANIES, demoUsername, PRODUCTS, TOWNS, TRUCKS } from './facts.ts'
import { demoFleet } from './fleet.ts'

const ROOT = new URL('../../../', import.meta.url)

test('all demo accounts read English but the one that the README names', () => {
  const others = ACCOUNTS.filter(({ language }) => language !== 'en')
  expect(others.map(({ language }) => language)).toEqual(['es'])
  const name = demoUsername(others[0]!.login_type_id).split('@')[0]
  const readme = fs.readFileSync(new URL('README.md', ROOT), 'utf8')
  expect(readme).toContain(`but \`${name}\`, which begins in Spanish`)
})

test('users 1 and 10, who have the tools of developers, are the administrator and the developer', () => {
  expect([ACCOUNTS[0], ACCOUNTS[9]].map((one) => one?.login_type_id)).toEqual(['administrator', 'developer'])
})

test('the facts are plain data', () => {
  const names = fs.readdirSync(new URL('facts/', ROOT))
  expect(names.filter((name) => !name.endsWith('.json'))).toEqual([])
})

test('every truck has a driver of its own', () => {
  const drivers = TRUCKS.map(({ driver }) => `${driver.first_name} ${driver.last_name}`)
  expect(new Set(drivers).size).toBe(TRUCKS.length)
})

test('the tanks of a site stand beside each other', () => {
  const sites = new Map<string, { latitude: number; longitude: number }>()
  for (const { company, label, town, latitude, longitude } of demoFleet()) {
    const site = `${company}/${label.split(' – ')[0]}/${town.town}`
    const first = sites.get(site) ?? { latitude, longitude }
    sites.set(site, first)
    expect(Math.abs(first.latitude - latitude)).toBeLessThan(0.005)
    expect(Math.abs(first.longitude - longitude)).toBeLessThan(0.005)
  }
})

test('what one fact names, another has', () => {
  const companies = new Map(COMPANIES.map((company) => [company.key, company]))
  for (const { parent, town, products } of COMPANIES) {
    if (parent) expect(companies.has(parent)).toBe(true)
    if (town) expect(TOWNS.has(town)).toBe(true)
    for (const name of products) expect(PRODUCTS.has(name)).toBe(true)
  }
  for (const { company, ports } of demoFleet()) {
    const { products } = companies.get(company)!
    for (const { product, tank, spec, slug, sensor } of ports) {
      expect(products).toContain(product)
      const isPlain = slug !== 'strapping_table' && sensor !== 'Temperature'
      expect(spec !== null && tank !== null).toBe(isPlain)
      if (spec) expect(BASE_TANK_SPECS).toContain(spec)
    }
  }
  const words = new Set([...PRODUCTS.keys()].map((name) => name.split(' ')[0]))
  const rounds = orders.rounds as readonly { loads: readonly { liquid: string }[] }[]
  const named = [...orders.waiting, ...rounds.flatMap(({ loads }) => loads)].map(({ liquid }) => liquid)
  for (const word of [...named, ...TRUCKS.flatMap(({ carries }) => carries)]) expect(words).toContain(word)
  for (const { company } of [...office.departments, ...office.notes])
    expect(company === 'ullage' || companies.has(company)).toBe(true)
})
