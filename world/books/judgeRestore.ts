import { DAY } from '../laws/units.ts'
import type { World } from '../world.ts'

/** The lists to compare, with their sort keys. */
const LISTS = {
  transaction_documents: ['document_number', 'status_id', 'total_amount', 'balance'],
  delivery_tickets: ['number', 'gross', 'is_void'],
  customers: ['company', 'account_number'],
  users: ['username', 'login_type_id'],
} as const

/** Promise 10: a product restored from a backup gives the same answers. */
export async function judgeRestore(world: World): Promise<void> {
  const before = await isAnswering(world)
  await world.product.backUpAndRestore()
  const after = await isAnswering(world)
  for (const [question, answer] of before) {
    if (answer === after.get(question)) continue
    const what = `${question}: ${answer.slice(0, 500)} before, ${after.get(question)?.slice(0, 500)} after`
    world.broken(10, 'a restored product answers otherwise', what)
  }
  world.books.count('questions asked before and after a restore', before.size)
}

async function isAnswering(world: World): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (const [list, fields] of Object.entries(LISTS)) {
    const response = await world.get(`/${list}?page_size=0`, ['restore'])
    const rows = response[list].map((row: any) => fields.map((field) => row[field]).join(' '))
    found.set(list, rows.sort().join('\n'))
  }
  const [from, to] = [world.start - DAY, world.start + DAY].map((at) => new Date(at).toISOString())
  for (const { ids, public_id } of world.tanks) {
    const { account } = await world.get(`/companies/${ids.company_id}/account`, ['restore'])
    found.set(`account of ${public_id}`, JSON.stringify(account))
    const path = `/devices/${ids.device_id}/port_history_graph/1?from=${from}&to=${to}&max_points=5000`
    const { series } = await world.get(path, ['restore'])
    found.set(`history of ${public_id}`, JSON.stringify(series[0].points))
  }
  return found
}
