import type { z } from 'zod'
import type { Issue } from '#core/platform/issue.ts'

type Def = { readonly type: string } & Readonly<Record<string, unknown>>

/** Maximum number of reported names. */
const MAX_NAMES = 20

/**
 * Names in a value that its schema does not declare, at any depth (`details.2.foo`): parsing would silently drop them. Schemas
 * that accept anything (any value, an object with any keys) declare every name.
 */
export function unknownFieldIssues(schema: z.ZodType, value: unknown, within = ''): Issue[] {
  return unplacedIn(schema, value)
    .slice(0, MAX_NAMES)
    .map((name) => ({ field: `${within}${name}`, rule: 'unknown_field' }))
}

function unplacedIn(schema: z.ZodType, value: unknown): string[] {
  const def = schema.def as unknown as Def
  const same = (inner: unknown) => unplacedIn(inner as z.ZodType, value)
  switch (def.type) {
    case 'object':
      return isObject(value) ? inObject(def, value) : []
    case 'array':
      return Array.isArray(value) ? value.flatMap((one, at) => below(at, def['element'], one)) : []
    case 'record':
      return isObject(value)
        ? Object.entries(value).flatMap(([name, one]) => below(name, def['valueType'], one))
        : []
    case 'union': {
      const options = def['options'] as readonly z.ZodType[]
      const fitting = options.find((option) => option.safeParse(value).success)
      if (fitting) return same(fitting)
      // If no option matches, a name counts as declared if any option declares it.
      const [first = [], ...others] = options.map(same)
      return first.filter((name) => others.every((names) => names.includes(name)))
    }
    case 'pipe': {
      const from = def['in'] as z.ZodType
      return same(from.def.type === 'transform' ? def['out'] : from)
    }
    default:
      return def['innerType'] ? same(def['innerType']) : []
  }
}

function inObject(def: Def, value: Readonly<Record<string, unknown>>): string[] {
  const shape = def['shape'] as Readonly<Record<string, unknown>>
  const rest = def['catchall'] as z.ZodType | undefined
  const isOpen = rest !== undefined && rest.def.type !== 'never'
  return Object.entries(value).flatMap(([name, one]) => {
    if (Object.hasOwn(shape, name)) return below(name, shape[name], one)
    return isOpen ? [] : [name]
  })
}

function below(name: string | number, schema: unknown, value: unknown): string[] {
  return unplacedIn(schema as z.ZodType, value).map((inner) => `${name}.${inner}`)
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
