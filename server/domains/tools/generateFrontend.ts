import { sql } from 'kysely'
import { z } from 'zod'
import type { listGeneratedForms } from '#core/domains/tools/calls.ts'
import { companyFieldOf, kindOfForm, linkTo } from '#core/domains/tools/formKinds.ts'
import { forms } from '#core/domains/tools/forms.ts'
import type { sql_fields } from '#core/domains/tools/sql_fields.ts'
import type { ResponseOf } from '#core/platform/defineCall.ts'
import type { Values } from '#core/platform/values.ts'
import { pathOf, permissionFor, type RecordOf, type Resource } from '#core/resources/definition.ts'
import type { Field } from '#core/resources/field.ts'
import { type FormField, rulesOf } from '#core/resources/fields/formField.ts'
import { isReference } from '#core/resources/fields/isReference.ts'
import { type FormSection, formResource } from '#core/resources/formResource.ts'
import { resourceOf } from '#core/resources/registeredKinds.ts'
import { valueSchema } from '#core/resources/schema.ts'
import type { Actor, Context } from '#server/platform/context.ts'
import { fieldLabel } from '#server/resources/names/fieldLabel.ts'
import { hiddenFields } from '#server/resources/rows.ts'
import { withUserFields } from '#server/resources/userFields/userFields.ts'
import type { Form } from './forms.ts'

type SqlField = RecordOf<typeof sql_fields>

type GeneratedForm = ResponseOf<typeof listGeneratedForms>['forms'][number]

/**
 * The forms that the actor can use: those saved by a call that they may make; users who may read the configuration also see mere designs.
 */
export async function generateFrontend(context: Context): Promise<GeneratedForm[]> {
  const { db, actor } = context
  const { rows } = await sql<TableForm>`
    select f.*, t.table_name from forms f join sql_tables t on t.table_id = f.primary_table_id
    order by f.name`.execute(db)
  const all = rows.map((form) => ({ form, kind: kindOfForm(form.table_name, form.endpoint) }))
  const open = all.filter(({ form, kind }) => maySee(actor, form, kind))
  const { rows: columns } = await sql<SqlField>`
    select * from sql_fields where table_id = any(${open.map(({ form }) => form.primary_table_id)})`.execute(
    db,
  )
  return open.map(({ form, kind }) =>
    generate(
      actor,
      { ...form, ...within(form, all, actor) },
      kind,
      columns.filter(({ table_id }) => table_id === form.primary_table_id),
    ),
  )
}

type TableForm = Form & { table_name: string }
type FormOfKind = { form: TableForm; kind: Resource | undefined }

/** The additions of nested forms: sections of the same record, and forms that follow it. */
function within(form: TableForm, all: readonly FormOfKind[], actor: Actor) {
  const fields = [...(form.fields ?? [])]
  const sections: FormSection[] = [{ name: 'details', title: null, fields: fields.map(({ name }) => name) }]
  const innerOf = ({ sub_form_id }: Form) => all.find((item) => item.form.form_id === sub_form_id)
  let inner = innerOf(form)
  for (; inner && inner.form.table_name === form.table_name; inner = innerOf(inner.form)) {
    const own = (inner.form.fields ?? []).filter(({ name }) => !fields.some((item) => item.name === name))
    fields.push(...own)
    const { form_id, name } = inner.form
    sections.push({ name: `form_${form_id}`, title: name, fields: own.map((field) => field.name) })
  }
  const field = inner?.kind && linkTo(form.table_name, inner.kind)
  const next =
    inner && field && mayFill(actor, inner.form, inner.kind)
      ? { form_id: inner.form.form_id, name: inner.form.name, field }
      : null
  return { fields, sections, next }
}

function maySee(actor: Actor, form: Form, kind: Resource | undefined): boolean {
  const readsConfiguration =
    actor.permissions.has('configuration.read') && forms.loginTypes.some((type) => type === actor.loginType)
  return readsConfiguration || mayFill(actor, form, kind)
}

function mayFill(actor: Actor, { endpoint }: Form, kind: Resource | undefined): boolean {
  return (
    Boolean(endpoint) &&
    kind !== undefined &&
    actor.permissions.has(permissionFor(kind, 'create')) &&
    kind.loginTypes.includes(actor.loginType)
  )
}

function generate(
  actor: Actor,
  form: Form & ReturnType<typeof within>,
  standard: Resource | undefined,
  columns: readonly SqlField[],
): GeneratedForm {
  const kind = standard && formResource(withUserFields(standard), form.fields)
  const company = form.has_scope && kind && actor.company_id ? companyFieldOf(kind) : undefined
  const hidden: readonly (string | undefined)[] = [company, ...(kind ? hiddenFields(actor, kind) : [])]
  const fields = form.fields.filter(({ name }) => !hidden.includes(name))
  const parts = fields.map((field) => {
    const column = columns.find(({ field_id, name }) => field_id === field.field_id || name === field.name)
    const known = kind?.fields[field.name]
    const label = known && kind ? fieldLabel(actor, kind, field.name) : (column?.alias ?? field.name)
    return { field, column, known, label }
  })
  return {
    form_id: form.form_id,
    name: form.name,
    singular_obj: form.singular_obj,
    plural_obj: form.plural_obj,
    endpoint: form.endpoint && kind ? pathOf(kind) : null,
    method: 'POST',
    is_open: mayFill(actor, form, standard),
    has_scope: form.has_scope,
    sub_form_id: form.sub_form_id,
    resource: kind?.name ?? null,
    fields,
    sections: form.sections
      .map((section) => ({ ...section, fields: section.fields.filter((name) => !hidden.includes(name)) }))
      .filter((item) => item.fields.length > 0),
    given: company && actor.company_id !== null ? { [company]: actor.company_id } : {},
    next: form.next,
    schema: schemaOf(form, parts, company ? { [company]: actor.company_id } : {}),
    ui: {
      order: fields.map(({ name }) => name),
      fields: Object.fromEntries(parts.map((part) => [part.field.name, inputOf(part)])),
    },
  }
}

interface FormPart {
  field: FormField
  column: SqlField | undefined
  known: Field | undefined
  label: string
}

/** @param given values that the form does not ask for */
function schemaOf(form: Form, parts: readonly FormPart[], input: Readonly<Record<string, unknown>>) {
  const required = parts.filter(({ field, known }) => known?.required || rulesOf(field).includes('required'))
  const constants = Object.entries(input).map(([name, value]) => [name, { const: value }])
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    title: form.singular_obj,
    ...(form.comments && { description: form.comments }),
    properties: {
      ...Object.fromEntries(parts.map((part) => [part.field.name, propertyOf(part)])),
      ...Object.fromEntries(constants),
    },
    required: [...required.map(({ field }) => field.name), ...Object.keys(input)],
  }
}

function inputOf({ field, column, known, label }: FormPart) {
  return {
    label,
    input_type: field.input_type,
    placeholder: column?.placeholder ?? null,
    example: column?.example ?? null,
    help: field.comments ?? null,
    rules: rulesOf(field),
    ...(isReference(known) && { options: `${pathOf(resourceOf(known.to))}?options=1` }),
  }
}

function propertyOf({ field, known, label }: { field: FormField; known: Field | undefined; label: string }) {
  const { $schema: _, ...schema }: Values = known
    ? z.toJSONSchema(valueSchema(known), { unrepresentable: 'any', io: 'input' })
    : { ...plainSchema(field) }
  return { title: label, ...schema, ...(known?.default !== undefined && { default: known.default }) }
}

const TYPE_OF_INPUT: Readonly<Record<string, string>> = { number: 'number', switch: 'integer' }
const FORMAT_OF_INPUT: Readonly<Record<string, string>> = {
  ...{ date: 'date', time: 'time', datetime: 'date-time', email: 'email', url: 'uri' },
}

/** For a table without a kind of record only the form itself limits the values. */
function plainSchema({ input_type, min_len, max_len, default_value }: FormField): object {
  const type = TYPE_OF_INPUT[input_type ?? ''] ?? 'string'
  const format = FORMAT_OF_INPUT[input_type ?? '']
  return {
    type,
    ...(format && { format }),
    ...(type === 'string' && min_len != null && { minLength: min_len }),
    ...(type === 'string' && max_len != null && { maxLength: max_len }),
    ...(default_value != null && { default: type === 'string' ? default_value : Number(default_value) }),
  }
}
