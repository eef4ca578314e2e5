import type { z } from 'zod'
import type { Issue } from '#core/platform/issue.ts'
import { isObject } from './values.ts'

/** The parts of a schema's definition that lead to other schemas. */
interface Def {
  readonly type: string
  readonly shape?: Readonly<Record<string, z.ZodType>>
  readonly catchall?: z.ZodType
  readonly element?: z.ZodType
  readonly valueType?: z.ZodType
  readonly options?: readonly z.ZodType[]
  readonly in?: z.ZodType
  readonly out?: z.ZodType
  readonly innerType?: z.ZodType
}

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

function unplacedIn(schema: z.ZodType | undefined, value: unknown): string[] {
  if (!schema) return []
  const def: Def = schema.def
  const same = (inner: z.ZodType | undefined) => unplacedIn(inner, value)
  switch (def.type) {
    case 'object':
      return isObject(value) ? inObject(def, value) : []
    case 'array':
      return Array.isArray(value) ? value.flatMap((item, index) => below(index, def.element, item)) : []
    case 'record':
      return isObject(value)
        ? Object.entries(value).flatMap(([name, one]) => below(name, def.valueType, one))
        : []
    case 'union': {
      const { options = [] } = def
      const fitting = options.find((option) => option.safeParse(value).success)
      if (fitting) return same(fitting)
      // If no option matches, a name counts as declared if any option declares it.
      const [first = [], ...others] = options.map(same)
      return first.filter((name) => others.every((names) => names.includes(name)))
    }
    case 'pipe':
      return same(def.in?.def.type === 'transform' ? def.out : def.in)
    default:
      return same(def.innerType)
  }
}

function inObject({ shape = {}, catchall }: Def, value: Readonly<Record<string, unknown>>): string[] {
  const isOpen = catchall !== undefined && catchall.def.type !== 'never'
  return Object.entries(value).flatMap(([name, one]) => {
    if (Object.hasOwn(shape, name)) return below(name, shape[name], one)
    return isOpen ? [] : [name]
  })
}

function below(name: string | number, schema: z.ZodType | undefined, value: unknown): string[] {
  return unplacedIn(schema, value).map((inner) => `${name}.${inner}`)
}
