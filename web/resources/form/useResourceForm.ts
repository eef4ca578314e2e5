import type { Issue } from '#core/platform/issue.ts'
import { isStaff } from '#core/platform/loginTypes.ts'
import { unitSystemOf } from '#core/platform/quantities.ts'
import type { UnitSystem } from '#core/platform/units.ts'
import { currencyKeysOf } from '#core/resources/currencyKeysOf.ts'
import { hasCall, permissionFor, type Resource, writableFields } from '#core/resources/definition.ts'
import type { Field } from '#core/resources/field.ts'
import { isOfUnitSystem } from '#core/resources/isOfUnitSystem.ts'
import { isReference } from '#core/resources/isReference.ts'
import { nameKey } from '#core/resources/nameKey.ts'
import { isSecret } from '#core/resources/readableFields.ts'
import { titleKey } from '#core/resources/titleKey.ts'
import { useMay, useUser } from '#web/platform/session.tsx'
import { webKindOf } from '#web/resources/kinds/webKinds.ts'
import { type AnyRecord, useSaveRecord } from '#web/resources/useRecords.ts'
import { useNewCurrencies } from './useNewCurrencies.ts'
import { type FormValues, useRecordForm } from './useRecordForm.ts'
import { useSaving } from './useSaving.ts'

interface Section {
  section: string
  fields: string[]
}

/** What a form of any kind of record knows and does: its fields, its saving, and what another has saved meanwhile. */
export function useResourceForm(
  resource: Resource,
  record: AnyRecord | null,
  onSaved: (record: AnyRecord) => void,
  { given = {}, isPart = false }: { given?: AnyRecord | undefined; isPart?: boolean | undefined } = {},
) {
  const { company_id, unit_of_measure, login_type_id } = useUser()
  const may = useMay()
  const action = record ? 'update' : 'create'
  const mayChange = hasCall(resource, action) && may(permissionFor(resource, action))
  const sections = sectionsOf(resource, unitSystemOf(unit_of_measure), {
    isNew: record === null,
    ofStaff: isStaff(login_type_id),
  })
  const fields = sections.flatMap(({ fields }) => fields)
  const shown = [
    ...fields,
    ...(resource.details ? ['details'] : []),
    // A secret that is given is repeated: one cannot see what one types.
    ...secretsOf(resource, fields).map(repetitionOf),
  ]
  // What is given and not asked for is sent all the same.
  const names = [...shown, ...Object.keys(given).filter((name) => isGivenUnseen(resource, fields, name))]
  const valuesOf = (from: AnyRecord) => shownValues(resource, names, from)
  const form = useRecordForm(
    resource,
    record ? valuesOf(record) : { ...standardValues(resource, names, company_id), ...given },
    {
      names,
      isNew: record === null,
      check: (values) => repetitionIssues(resource, values),
    },
  )
  useNewCurrencies(resource, form, record === null)
  const save = useSaveRecord(resource, record ? String(record[resource.id]) : undefined)
  const saving = useSaving({
    resource,
    // Two forms over one record keep their drafts apart.
    place: isPart ? `.${sections.map(({ section }) => section).join('.')}` : '',
    form,
    names,
    record,
    save,
    recordIn: (saved) => saved,
    valuesOf,
    onSaved,
  })
  return { ...saving, form, sections, shown, mayChange, submit: () => mayChange && saving.submit() }
}

function isGivenUnseen({ fields }: Resource, shown: readonly string[], name: string): boolean {
  const field = fields[name]
  return field !== undefined && !field.computed && !shown.includes(name)
}

/** The field in which a secret is typed again. */
function repetitionOf(secret: string): string {
  return `confirm_${secret}`
}

function secretsOf({ fields }: Resource, names: readonly string[]): string[] {
  return names.filter((name) => isSecret(fields[name]))
}

function repetitionIssues(resource: Resource, values: FormValues): Issue[] {
  return secretsOf(resource, Object.keys(values))
    .filter((name) => values[name] !== values[repetitionOf(name)])
    .map((name) => ({ field: repetitionOf(name), rule: 'password_match' }))
}

/** The sections of the definition, or one with every field that can be written; of two unit systems one's own. */
function sectionsOf(
  resource: Resource,
  units: UnitSystem,
  { isNew, ofStaff }: { isNew: boolean; ofStaff: boolean },
): Section[] {
  const all = resource.form ?? [
    { section: 'details', fields: writableFields(resource).map(([name]) => name) },
  ]
  const filled = all.map(({ section, fields }) => ({
    section,
    fields: fields.filter((name) => {
      const field = resource.fields[name]
      // A secret is given when something is made; afterwards it has a place of its own.
      const isClosed = (field?.staffOnly || (field?.staffChanges && !isNew)) && !ofStaff
      return !isClosed && isOfUnitSystem(field, units) && (!isSecret(field) || isNew)
    }),
  }))
  return filled.filter(({ fields }) => fields.length > 0)
}

function shownValues(resource: Resource, names: readonly string[], record: AnyRecord): FormValues {
  // The currencies of amounts and the names of references are shown and never sent.
  const currencies = currencyKeysOf(resource).map((key) => [key, record[key]])
  const titles = names.flatMap((name) =>
    isReference(resource.fields[name])
      ? [titleKey(name), nameKey(name)].map((key) => [key, record[key]])
      : [],
  )
  return Object.fromEntries([
    ...currencies,
    ...titles,
    ...names.map((name) => [
      name,
      name === 'details' && resource.details
        ? shownDetails(resource.details, record[name])
        : shown(resource.fields[name], record[name]),
    ]),
  ])
}

/** The rows of a record as they are edited: their ids and what can be written, nothing that was counted. */
function shownDetails(details: Resource, rows: unknown): FormValues[] {
  const names = writableFields(details).map(([name]) => name)
  return ((rows as AnyRecord[] | undefined) ?? []).map((row) => ({
    [details.id]: row[details.id],
    ...Object.fromEntries(
      names.flatMap((name) => {
        const value = shown(details.fields[name], row[name])
        return value === '' ? [] : [[name, value]]
      }),
    ),
  }))
}

function shown(field: Field | undefined, value: unknown): unknown {
  const inputValue = field && webKindOf(field).inputValue
  return (inputValue ? inputValue(value) : value) ?? ''
}

/** What the fields of a new record begin with: what its definition says, and one's own company. */
export function standardValues(resource: Resource, names: readonly string[], company: number): FormValues {
  return Object.fromEntries(
    names.map((name) => {
      const field = resource.fields[name]
      if (name === 'details') return [name, []]
      const isOwn = isReference(field) && name === 'company_id' && Boolean(field.own ?? field.required)
      if (isOwn) return [name, company]
      // A switch that must be set shows what it would save.
      return [name, shown(field, field?.default ?? (field && webKindOf(field).empty))]
    }),
  )
}
