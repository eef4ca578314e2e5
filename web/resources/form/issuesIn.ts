import type { Issue } from '#core/platform/issue.ts'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import { issuesOf } from '#core/platform/schemaIssues.ts'
import type { Resource } from '#core/resources/definition.ts'
import { recordIssues } from '#core/resources/recordIssues.ts'
import { changesSchema, newRecordSchema } from '#core/resources/schema.ts'

/** Values of a form by field. */
export interface FormValues {
  readonly [field: string]: unknown
  /** The rows of the record, if its kind has rows. */
  readonly details?: readonly FormValues[]
}

interface Options {
  isNew: boolean
  /** Checks in addition to the definition's. */
  check: ((values: FormValues) => Issue[]) | undefined
  before: FormValues
}

/** Errors in the values of a form. With its schemas it is large, so a form fetches it when it is first changed. */
export function issuesIn(
  resource: Resource,
  values: Record<string, unknown>,
  { isNew, check, before }: Options,
): Issue[] {
  const schema = isNew ? newRecordSchema(resource) : changesSchema(resource)
  const ownFields = new Set(Object.keys(values))
  const filled = Object.fromEntries(
    Object.entries(values).filter(([name, value]) => value !== null || resource.fields[name]?.required),
  )
  const parsed = schema.safeParse(filled)
  const found = parsed.success
    ? []
    : issuesOf(parsed.error)
        .filter(({ field }) => ownFields.has(firstOf(field.split('.'))))
        .map((issue) =>
          isEmptyInRow(values, issue.field) ? { field: issue.field, rule: 'required' as const } : issue,
        )
  const missing = Object.keys(filled)
    .filter((name) => filled[name] === null && !found.some(({ field }) => field === name))
    .map((field): Issue => ({ field, rule: 'required' }))
  // Errors of a single field come before errors between fields, as on the server.
  const invalid = new Set(found.map(({ field }) => field))
  const between = [...recordIssues(resource, values, before), ...(check?.(values) ?? [])]
  return [...found, ...missing, ...between.filter(({ field }) => !invalid.has(field))]
}

/** Whether nothing is entered in a field of a row, such as `details.0.quantity`. */
function isEmptyInRow({ details }: FormValues, path: string): boolean {
  const [, index, field] = path.split('.')
  return field !== undefined && details?.[Number(index)]?.[field] === ''
}
