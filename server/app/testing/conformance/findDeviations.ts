import { registry } from '#core/registry.ts'
import { hasCall, pathOf, type Resource } from '#core/resources/definition.ts'
import { isText } from '#core/resources/fields/isText.ts'
import { exampleOf } from '../examples.ts'
import type { Answer, TestServer } from '../startTestServer.ts'
import type { FieldFact, RecordFact } from './readFacts.ts'

/**
 * The deviations of the running server from the specification of a kind of record: one line each, such as `company.max_length` or `print`.
 * Fields are tested on both sides of each limit, through the API.
 */
export async function findDeviations(server: TestServer, fact: RecordFact): Promise<string[]> {
  if (!fact.path) return []
  const staff = (method: string, path: string, body?: unknown) =>
    server.as('developer').call(method, path, body)
  const list = await staff('GET', `${fact.path}?page_size=1&page_num=1`)
  if (list.status !== 200) return ['list']
  const found: string[] = []
  if (fact.list_key && !Array.isArray(list.body[fact.list_key])) found.push('list_key')
  const resource = (Object.values(registry) as Resource[]).find((item) => pathOf(item) === fact.path)
  for (const filter of fact.filters ?? []) {
    const field = resource?.fields[filter]
    const value = VALUES[filter] ?? (field?.kind === 'choice' ? String(field.of[0]) : '1')
    if ((await staff('GET', `${fact.path}?${filter}=${value}`)).status !== 200) found.push(`filter ${filter}`)
  }
  // A kind without a create call has only a list to test.
  if (!resource || !hasCall(resource, 'create')) return found
  const example = await exampleOf(server, resource)
  const saved = await staff('POST', fact.path, example)
  if (saved.status !== 200 || !fact.single_key) return [...found, 'create']
  const record = saved.body[fact.single_key]
  if (!record) return [...found, 'single_key']
  if (fact.id_field && typeof record[fact.id_field] !== 'number') return [...found, 'id_field']
  const id = record[fact.id_field ?? resource.id]
  const address = `${fact.path}/${id}`
  if ((await staff('GET', address)).body[fact.single_key] === undefined) found.push('single')
  if ((await staff('GET', `${fact.path}/print?${resource.id}=${id}`)).body?.print === undefined)
    found.push('print')
  if ((await staff('PATCH', address, {})).status !== 200) found.push('update')
  for (const [name, field] of Object.entries(fact.fields)) {
    // The id is part of the path, not of the body.
    if (name === resource.id) continue
    const own = resource.fields[name]
    const isClosed = own !== undefined && !isText(own) && own.kind !== 'phone'
    const refused = await tryField({ staff, path: fact.path, example, record, isClosed }, name, field)
    found.push(...refused.map((rule) => `${name}.${rule}`))
  }
  const extra = await staff('POST', fact.path, await exampleOf(server, resource))
  const removed = await staff('DELETE', `${fact.path}/${extra.body[fact.single_key]?.[resource.id]}`)
  if (removed.status !== 200) found.push('delete')
  return found
}

/** Values for filters that are not numbers. */
const VALUES: Record<string, string> = {
  search: 'a',
  connection_status: 'online',
  slug: 'term_lengths',
  language: 'en',
  module: 'devices',
}

interface Trial {
  staff: (method: string, path: string, body?: unknown) => Promise<Answer>
  path: string
  example: Record<string, unknown>
  record: Record<string, unknown>
  /** A choice or reference: the longest text that fits is not a valid value. */
  isClosed: boolean
}

async function tryField(trial: Trial, name: string, fact: FieldFact): Promise<string[]> {
  const { record, example } = trial
  const isSecret = fact.format === 'password' || name === 'confirm_password'
  if (!(name in record) && !isSecret) return ['missing']
  const problems: string[] = []
  const expects = async (rule: string, value: unknown, isRefused: boolean) => {
    if ((await refuses(trial, name, value)) !== isRefused) problems.push(rule)
  }
  // A default may replace a missing value, but not an explicit null.
  if (fact.required) await expects('required', null, true)
  if (fact.required === false) await expects('optional', undefined, false)
  if (fact.maxLength && fact.type === 'string') {
    await expects('max_length', longText(fact, name, fact.maxLength + 1), true)
    if (!fact.of && !fact.format && !trial.isClosed)
      await expects('max_length_passes', longText(fact, name, fact.maxLength), false)
  }
  if (fact.minLength) await expects('min_length', 'Ab1!'.repeat(9).slice(0, fact.minLength - 1), true)
  if (fact.digits && !fact.of) {
    await expects('digits', 10 ** fact.digits, true)
    if (fact.digits > 1 && fact.digits < 15) await expects('digits_pass', 10 ** fact.digits - 1, false)
  }
  if (fact.above !== undefined) await expects('above', String(fact.above), true)
  if (fact.below !== undefined) await expects('below', String(fact.below), true)
  if (fact.of) {
    for (const item of fact.of)
      await expects(`of ${item}`, fact.type === 'boolean01' ? Number(item) : item, false)
    await expects('of', 'nonesuch', true)
  }
  if (fact.type === 'integer') await expects('integer', 1.5, true)
  if (fact.type === 'decimal') await expects('decimal', 'abc', true)
  if (fact.default !== undefined && !(name in example) && differs(record[name], fact.default))
    problems.push('default')
  return problems
}

function longText({ format }: FieldFact, name: string, length: number): string {
  if (format === 'email') return `${'a'.repeat(length - 12)}@example.com`
  if (name === 'website') return 'https://example.com/'.padEnd(length, 'a')
  return 'a'.repeat(length)
}

function differs(value: unknown, text: string): boolean {
  return Number.isFinite(Number(text)) && text !== '' ? Number(value) !== Number(text) : value !== text
}

/** Whether a value is refused *for this field*; refusals of other fields do not count. */
async function refuses({ staff, path, example }: Trial, name: string, value: unknown): Promise<boolean> {
  const { [name]: _, ...rest } = example
  const { status, body } = await staff('POST', path, value === undefined ? rest : { ...rest, [name]: value })
  if ([400, 404, 413].includes(status)) return true
  return status === 422 && body.errors.some((error: { field: string }) => error.field === name)
}
