import type { APIRequestContext } from '@playwright/test'
import { apiOf, NEW_PASSWORD } from './signIn.ts'

/**
 * Adds a truck and a driver that no other journey uses, of the company of the demo's customer, whom its dispatcher and clerk serve.
 * `drivesAlways` makes them the truck's own driver.
 */
export async function hireDriver(request: APIRequestContext, { drivesAlways = false } = {}) {
  const staff = await apiOf(request, 'administrator')
  const customer = await apiOf(request, 'customer')
  const { company_id } = (await customer('GET', '/users/current')).user
  const name = `Door${Date.now()}`
  const created = async (address: string, single: string, body: object) => {
    const response = await staff('POST', address, body)
    if (response.code !== 200) throw new Error(JSON.stringify(response))
    return response[single]
  }
  const username = `${name.toLowerCase()}@ullage.example`
  const { people_id } = await created('/users', 'user', {
    ...{ username, password: NEW_PASSWORD, confirm_password: NEW_PASSWORD, login_type_id: 'driver' },
    ...{ company_id, first_name: 'Dana', last_name: name, phone_number: '+13135550123' },
  })
  const truck = `${name} Bobtail`
  await created('/tanker_trucks', 'tanker_truck', {
    ...{ truck_name: truck, company_id, vehicle_type: 'truck', num_of_compartments: 3 },
    ...{ compartment1: 40_000, compartment2: 40_000, compartment3: 40_000 },
    ...{ max_weight: 0, payload: 0, gvwr: 0 },
    ...(drivesAlways && { driver_id: people_id }),
  })
  return { username, driver: `Dana ${name}`, truck }
}
