import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderTank, stubCalls } from '#web/domains/telemetry/tank/testing/renderTank.tsx'
import { NewPlaceForm } from './NewPlaceForm.tsx'

const as = {
  permissions: ['devices.read', 'devices.create', 'devices.update', 'companies.create', 'people.read'],
} as never
const lists = {
  'GET /payment_terms': { payment_terms: [{ payment_term_id: 1, label: 'Net 30' }] },
  'GET /currencies': { currencies: [{ currency_id: 3, label: 'US dollar' }] },
  'GET /companies': { companies: [{ company_id: 7, label: 'Prairie' }] },
  'GET /sites': { sites: [{ site_id: 8, label: 'North yard' }] },
  'GET /device_types': { iot_device_types: [{ device_type_id: 2, label: 'LT-14' }] },
  'GET /mobile_providers': { mobile_providers: [{ mobile_provider_id: 4, label: 'Carrier' }] },
  'GET /tank_types': { tank_types: [] },
  'GET /tank_specs': { tank_specs: [] },
  'GET /tank_products': { tank_products: [] },
  'GET /sensor_types': {
    sensor_types: [
      { sensor_type_id: 5, label: 'Rochester dial', measure: 'percent' },
      { sensor_type_id: 6, label: 'Ultrasonic', measure: 'distance' },
    ],
  },
  'GET /devices': { devices: [] },
  'GET /customers': { customers: [] },
}
/** The previous place. */
const before = {
  'GET /devices': {
    devices: [
      { device_id: 40, device_type_id: 2, mobile_provider_id: 4, record_interval: 3600, upload_interval: 12 },
    ],
  },
  'GET /devices/40/ports': { device_ports: [{ sensor_type_id: 5 }] },
  'GET /customers': { customers: [{ company_id: 7, payment_term_id: 1, currency_id: 3 }] },
}
const nothing = { company_id: null, site_id: null }
const box = (name: RegExp) => screen.getByRole('textbox', { name })
const nameOf = (part: RegExp) =>
  within(screen.getByRole('region', { name: part })).getByRole('textbox', { name: /^Name/ })
const customerName = () => nameOf(/Who is it for/)
const openMore = (part: RegExp) =>
  userEvent.click(
    within(screen.getByRole('region', { name: part })).getByRole('button', { name: /^More details/ }),
  )
const choose = async (name: RegExp, option: string) => {
  await userEvent.click(await screen.findByRole('combobox', { name }))
  await userEvent.click(await screen.findByRole('option', { name: option }))
}
/** Pastes the whole text: the form is large, and renders with each key. */
const enter = async (input: HTMLElement, text: string) => {
  await userEvent.click(input)
  await userEvent.paste(text)
}
const press = () => userEvent.click(screen.getByRole('button', { name: 'Set everything up' }))

beforeEach(() => localStorage.clear())
afterEach(() => vi.unstubAllGlobals())

async function fillInDevice() {
  await enter(await screen.findByRole('textbox', { name: /^Device id/ }), 'LT-77')
  await choose(/^Device type/, 'LT-14')
  await openMore(/Which device/)
  await choose(/^Mobile provider/, 'Carrier')
  await enter(box(/^Sensor offset/), '4')
}

test('sends customer, site, device and tank in one call, with the same idempotency key for the same place', async () => {
  const keys: string[] = []
  const sent = stubCalls({ ...lists, 'POST /places': { place: { device_id: 12 } } })
  const answered = globalThis.fetch
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    if (init.method === 'POST') keys.push((init.headers as Record<string, string>)['idempotency-key']!)
    return answered(url, init)
  })
  const made = vi.fn()
  const fillIn = async () => {
    renderTank(<NewPlaceForm preset={nothing} onMade={made} />, { as })
    await screen.findByRole('region', { name: /Who is it for/ })
    await enter(customerName(), 'Kearney Grain')
    await enter(box(/^Phone number/), '3085550142')
    await choose(/^Payment terms/, 'Net 30')
    await openMore(/Where is it/)
    await enter(nameOf(/Where is it/), ' yard')
    await fillInDevice()
    await press()
  }
  await fillIn()
  await waitFor(() => expect(made).toHaveBeenCalledWith(12))
  const { body } = sent.find(({ method }) => method === 'POST')!
  expect(body).toMatchObject({
    customer: { company: 'Kearney Grain', payment_term_id: 1 },
    phone: { phone_number: '(308) 555-0142', country_iso_2: 'US' },
    // The field follows the customer's name.
    site: { name: 'Kearney Grain yard', contract: 'automatic' },
    device: { public_id: 'LT-77', device_type_id: 2, mobile_provider_id: 4 },
    tank: { port_number: 1, imperial_sensor_offset: '4' },
  })
  expect(body).not.toHaveProperty('company_id')
  expect(body).not.toHaveProperty('email')
  cleanup()
  await fillIn()
  await waitFor(() => expect(keys).toHaveLength(2))
  expect(keys[0]).toBe(keys[1])
})

test('a place like the previous one needs only customer, site, tank and device', async () => {
  const sent = stubCalls({ ...lists, ...before, 'POST /places': { place: { device_id: 12 } } })
  const made = vi.fn()
  renderTank(<NewPlaceForm preset={nothing} onMade={made} />, { as })
  await screen.findByRole('region', { name: /Who is it for/ })
  expect(
    screen.getAllByRole('textbox').filter((item) => !item.hasAttribute('aria-haspopup')).length,
  ).toBeLessThan(15)
  await enter(customerName(), 'Kearney Grain')
  await enter(box(/^E-mail address/), 'office@kearney.example')
  await enter(box(/^Address/), '12 Elm Road')
  await enter(box(/^Device id/), 'LT-78')
  await press()
  await waitFor(() => expect(made).toHaveBeenCalledWith(12))
  expect(sent.find(({ method }) => method === 'POST')!.body).toMatchObject({
    customer: { company: 'Kearney Grain', payment_term_id: 1, currency_id: 3 },
    email: { email_address: 'office@kearney.example' },
    site: { name: 'Kearney Grain', address1: '12 Elm Road' },
    device: { public_id: 'LT-78', device_type_id: 2, mobile_provider_id: 4, upload_interval: 12 },
    tank: { sensor_type_id: 5 },
  })
})

test('only the ids of an existing customer and site are sent', async () => {
  const sent = stubCalls({ ...lists, 'POST /places': { place: { device_id: 12 } } })
  const made = vi.fn()
  renderTank(<NewPlaceForm preset={{ company_id: 7, site_id: 8 }} onMade={made} />, { as })
  await fillInDevice()
  await press()
  await waitFor(() => expect(made).toHaveBeenCalledWith(12))
  const { body } = sent.find(({ method }) => method === 'POST')!
  expect(body).toMatchObject({ company_id: 7, site_id: 8, device: { public_id: 'LT-77' } })
  expect(Object.keys(body!)).not.toContain('customer')
  expect(Object.keys(body!)).not.toContain('site')
  expect(body!['device']).not.toHaveProperty('company_id')
})

test('nothing is sent until the form is complete, and each part shows its missing fields', async () => {
  const sent = stubCalls(lists)
  renderTank(<NewPlaceForm preset={nothing} onMade={() => {}} />, { as })
  await screen.findByRole('region', { name: /Who is it for/ })
  expect(screen.queryByText('Required')).toBeNull()
  await press()
  // Issues under "More details" open it; the name of the site follows the customer's.
  const provider = screen.getByRole('combobox', { name: /^Mobile provider/ })
  for (const input of [customerName(), box(/^Device id/), provider, box(/^Sensor offset/)])
    expect(input.getAttribute('aria-invalid')).toBe('true')
  expect(within(screen.getByRole('region', { name: /Where is it/ })).queryByText('Required')).toBeNull()
  expect(sent.filter(({ method }) => method === 'POST')).toEqual([])
})

test('a refusal is shown at its field, in its part', async () => {
  const refusal = {
    status: 422,
    message: 'Incorrect value',
    errors: [
      { field: 'device.public_id', rule: 'unique', message: 'Already taken' },
      { field: 'site_id', rule: 'other_company', message: 'Belongs to another company' },
    ],
  }
  stubCalls({ ...lists, 'POST /places': refusal })
  renderTank(<NewPlaceForm preset={{ company_id: 7, site_id: 8 }} onMade={() => {}} />, { as })
  await fillInDevice()
  await press()
  expect(await screen.findByText('Already taken')).toBeTruthy()
  expect(box(/^Device id/).getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByText('Belongs to another company')).toBeTruthy()
})

test('input is restored when the page is reopened', async () => {
  stubCalls(lists)
  const { unmount } = renderTank(<NewPlaceForm preset={nothing} onMade={() => {}} />, { as })
  await screen.findByRole('region', { name: /Who is it for/ })
  await enter(customerName(), 'Kearney Grain')
  await enter(box(/^Device id/), 'LT-77')
  unmount()
  renderTank(<NewPlaceForm preset={nothing} onMade={() => {}} />, { as })
  await userEvent.click(await screen.findByRole('button', { name: 'Restore them' }))
  expect((customerName() as HTMLInputElement).value).toBe('Kearney Grain')
  expect((box(/^Device id/) as HTMLInputElement).value).toBe('LT-77')
})

test('a liquefied gas has a dial and is offered pressure vessels; a chosen sensor stays', async () => {
  stubCalls({
    ...lists,
    'GET /tank_products': {
      tank_products: [
        { product_id: 9, label: 'Propane', company_id: 7, product_group: 'lpg' },
        { product_id: 10, label: 'Diesel', company_id: 7, product_group: 'fuel_oil' },
      ],
    },
    'GET /tank_types': {
      tank_types: [
        { tank_type_id: 4, label: 'Vessel', slug: 'horizontal_cylinder_hemispherical', formula: null },
        { tank_type_id: 8, label: 'Oval', slug: 'horizontal_oval', formula: null },
      ],
    },
    'GET /tank_specs': {
      tank_specs: [
        { tank_spec_id: 31, label: '500 gal propane vessel', tank_type_id: 4 },
        { tank_spec_id: 39, label: '500 gal horizontal oval', tank_type_id: 8 },
      ],
    },
    'GET /sensor_types': {
      sensor_types: [
        { sensor_type_id: 5, label: 'Volume dial', measure: 'volume_percent' },
        { sensor_type_id: 6, label: 'Ultrasonic', measure: 'distance' },
      ],
    },
  })
  renderTank(<NewPlaceForm preset={nothing} onMade={() => {}} />, { as })
  const sensor = async () =>
    (await screen.findByRole('combobox', { name: /^Sensor type/ })) as HTMLInputElement
  await choose(/^Product/, 'Diesel')
  expect((await sensor()).value).toBe('')
  await choose(/^Product/, 'Propane')
  await waitFor(async () => expect((await sensor()).value).toBe('Volume dial'))
  await userEvent.click(screen.getByRole('combobox', { name: /^Size/ }))
  const offered = (await screen.findAllByRole('option')).map((item) => item.textContent)
  expect(offered).toEqual(['500 gal propane vessel'])
  await choose(/^Sensor type/, 'Ultrasonic')
  await choose(/^Product/, 'Diesel')
  await choose(/^Product/, 'Propane')
  expect((await sensor()).value).toBe('Ultrasonic')
})
