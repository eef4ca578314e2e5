import { isOneOf } from '#core/platform/isOneOf.ts'
import { ALL_LOGIN_TYPES, STAFF } from '#core/platform/loginTypes.ts'
import { listKeyOf, type Resource } from '#core/resources/definition.ts'
import { kindNamed } from '#core/resources/registeredKinds.ts'
import { systemActor } from '#server/platform/context.ts'
import { type Call, isOpenToKeys } from '#server/platform/http/http.ts'
import { translate } from '#server/platform/translate.ts'
import { fieldLabel } from './names/fieldLabel.ts'
import { withUserFields } from './userFields/userFields.ts'

type Json = Readonly<Record<string, unknown>>

/** Who can make a call, in English. */
export function describeAccess(call: Call): string {
  const { access } = call
  if (access === 'public') return 'Without signing in.'
  if (access === 'device') return 'By a device, with its key.'
  if (call.byAddress) return 'By its secret address, for the account that made it.'
  const keys = isOpenToKeys(call) ? 'or API key' : 'not API key'
  if (access === 'session') return `By any signed-in user, ${keys}.`
  const sells = access.sellersOnly ? '; only where its company sells' : ''
  return `By an account, ${keys}, with ${access.module}.${access.action}${limitOf(access.loginTypes)}${sells}.`
}

/** The shorter of two lists: the login types that are allowed, or the ones that are not. */
function limitOf(loginTypes: readonly string[]): string {
  const others = ALL_LOGIN_TYPES.filter((type) => !loginTypes.includes(type))
  if (others.length === 0) return ''
  if (loginTypes.every((type) => isOneOf(STAFF, type))) return '; staff only'
  return others.length < loginTypes.length ? `; not ${others.join(', ')}` : `; only ${loginTypes.join(', ')}`
}

/** The groups of calls, each described by the name of its kind of record. */
export function tagsOf(calls: readonly Call[]): { name: string; description: string }[] {
  return [...new Set(calls.map(({ tag }) => tag))].map((name) => ({
    name,
    description: kindNamed(name) ? translate('en', `records.${name}.label`) : spaced(name),
  }))
}

/** The body of a call, with descriptions of the fields of its kind of record. */
export function describeBody(tag: string, schema: Json): Json {
  const kind = kindNamed(tag)
  return kind ? describeFields(withUserFields(kind), schema) : schema
}

/** The response of a call, with descriptions of the fields of the records of its kind. */
export function describeResponse(tag: string, schema: Json): Json {
  const kind = kindNamed(tag)
  const { properties }: { properties?: Readonly<Record<string, Json>> } = schema
  if (!kind || !properties) return schema
  const [one, many] = [properties[kind.single], properties[listKeyOf(kind)]]
  const fields = withUserFields(kind)
  return {
    ...schema,
    properties: {
      ...properties,
      ...(one && { [kind.single]: describeFields(fields, one) }),
      ...(many && { [listKeyOf(kind)]: describeItems(fields, many) }),
    },
  }
}

function describeItems(kind: Resource, schema: { items?: Json }): Json {
  return schema.items ? { ...schema, items: describeFields(kind, schema.items) } : schema
}

function describeFields(kind: Resource, schema: { properties?: Readonly<Record<string, Json>> }): Json {
  const { properties } = schema
  if (!properties) return schema
  const described = Object.entries(properties).map(([name, value]) => {
    const description = name in kind.fields ? describeField(kind, name) : ''
    return [name, description ? { description, ...value } : value]
  })
  return { ...schema, properties: Object.fromEntries(described) }
}

/** The label of a field if it adds to the name, and its help. */
function describeField(kind: Resource, name: string): string {
  const label = fieldLabel(systemActor, kind, name)
  const help = translate('en', `records.${kind.name}.help.${name}`, { defaultValue: '' })
  const isKnown = label.toLowerCase() === spaced(name).toLowerCase()
  return [...(isKnown ? [] : [label]), ...(help ? [help] : [])].join('. ')
}

/** `tank_products` → `Tank products`, `company_id` → `Company`. */
function spaced(name: string): string {
  const text = name.replace(/_id$/, '').replaceAll('_', ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
