import type { Issue } from '#core/platform/issue.ts'
import { isStaff } from '#core/platform/loginTypes.ts'
import { type UnitSystem, unitSystemOf } from '#core/platform/numbers/units.ts'
import { hasCall, permissionFor, type Resource, writableFields } from '#core/resources/definition.ts'
import type { Field } from '#core/resources/field.ts'
import { currencyKeysOf } from '#core/resources/fields/currencyKeysOf.ts'
import { isOfUnitSystem } from '#core/resources/fields/isOfUnitSystem.ts'
import { isReference } from '#core/resources/fields/isReference.ts'
import { nameKey } from '#core/resources/fields/nameKey.ts'
import { isSecret } from '#core/resources/fields/readableFields.ts'
import { titleKey } from '#core/resources/fields/titleKey.ts'
import { useMay, useUser } from '#web/platform/session/session.tsx'
import { webKindOf } from '#web/resources/kinds/webKinds.tsx'
import { type AnyRecord, useSaveRecord } from '#web/resources/useRecords.ts'
import type { FormValues } from './issuesIn.ts'
import { useNewCurrencies } from './selects/useNewCurrencies.ts'
import { useRecordForm } from './useRecordForm.ts'
import { useSaving } from './useSaving.ts'

interface Section {
  section: string
  fields: string[]
}

/** The state and actions of a form of any kind of record: fields, saving, conflicts. */
export function useResourceForm(
  resource: Resource,
  record: AnyRecord | null,
  onSaved: (record: AnyRecord) => void,
  { preset = {}, isPart = false }: { preset?: AnyRecord | undefined; isPart?: boolean | undefined } = {},
) {
  const { company_id, unit_of_measure, login_type_id } = useUser()
  const mayChange = useMaySave(resource, record === null)
  const sections = sectionsOf(resource, unitSystemOf(unit_of_measure), {
    isNew: record === null,
    ofStaff: isStaff(login_type_id),
  })
  const { shown, names } = formFields(resource, sections, preset)
  const valuesOf = (from: AnyRecord) => shownValues(resource, names, from)
  const form = useRecordForm(
    resource,
    record ? valuesOf(record) : { ...standardValues(resource, names, company_id), ...preset },
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
    // Forms over one record have separate drafts.
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

function useMaySave(resource: Resource, isNew: boolean) {
  const may = useMay()
  const action = isNew ? 'create' : 'update'
  return hasCall(resource, action) && may(permissionFor(resource, action))
}

/** The fields that a form shows, and the fields that it holds. */
function formFields(resource: Resource, sections: readonly Section[], preset: AnyRecord) {
  const fields = sections.flatMap(({ fields }) => fields)
  const shown = [
    ...fields,
    ...(resource.details ? ['details'] : []),
    // A secret is entered twice, because it is hidden while typing.
    ...secretsOf(resource, fields).map(repetitionOf),
  ]
  // Preset fields without an input are sent as well.
  const names = [...shown, ...Object.keys(preset).filter((name) => isPresetOnly(resource, fields, name))]
  return { shown, names }
}

function isPresetOnly({ fields }: Resource, shown: readonly string[], name: string): boolean {
  const field = fields[name]
  return field !== undefined && !field.computed && !shown.includes(name)
}

/** The field for the repetition of a secret. */
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

/** The sections of the definition, or one with every writable field; fields of two unit systems appear in the user's own. */
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
      // A secret is entered for a new record only; later changes have their own place.
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
        ? shownDetails(resource.details, record.details)
        : shown(resource.fields[name], record[name]),
    ]),
  ])
}

/** The rows of a record as edited: their ids and writable fields, nothing computed. */
function shownDetails(details: Resource, rows: readonly AnyRecord[] = []): FormValues[] {
  const names = writableFields(details).map(([name]) => name)
  return rows.map((row) => ({
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

/** The initial values of a new record: the defaults of its definition, and the user's company. */
export function standardValues(resource: Resource, names: readonly string[], company: number): FormValues {
  return Object.fromEntries(
    names.map((name) => {
      const field = resource.fields[name]
      if (name === 'details') return [name, []]
      const isOwn = isReference(field) && name === 'company_id' && Boolean(field.own ?? field.required)
      if (isOwn) return [name, company]
      // A required switch shows the value that it would save.
      return [name, shown(field, field?.default ?? (field && webKindOf(field).empty))]
    }),
  )
}
