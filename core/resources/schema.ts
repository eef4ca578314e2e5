import { Decimal } from 'decimal.js'
import { z } from 'zod'
import { isColor } from '#core/platform/isColor.ts'
import { parseAnyPhone } from '#core/platform/phone.ts'
import { ruleMessage } from '#core/platform/schemaIssues.ts'
import type { Rule } from '#core/platform/textKeys.ts'
import { isKnownTimeZone } from '#core/platform/timeZones.ts'
import { type AcceptedOf, type Resource, type WrittenOf, writableFields } from './definition.ts'
import type { DecimalField, Field, MoneyField, PhoneField, TextField } from './field.ts'
import { type FormField, INPUT_TYPES } from './formField.ts'

/** The check of one value. The form, the server, the import and OpenAPI all read this one. */
export function valueSchema<const F extends Field>(field: F): z.ZodType<AcceptedOf<F>, WrittenOf<F>>
export function valueSchema(field: Field): z.ZodType {
  const schema = kindSchema(field)
  return field.required ? schema : z.preprocess((value) => (value === '' ? null : value), schema.nullable())
}

/** The check of a whole new record: what is required and has no default must be there. */
export function newRecordSchema(resource: Resource): z.ZodObject {
  const fields = shape(resource, (field) =>
    field.required && field.default === undefined ? valueSchema(field) : valueSchema(field).optional(),
  )
  return z.object({ ...fields, ...detailsShape(resource, newRecordSchema) })
}

/** The check of changes to a record: any field may be left out, none may become worse. */
export function changesSchema(resource: Resource): z.ZodObject {
  return z.object({
    ...shape(resource, (field) => valueSchema(field).optional()),
    ...detailsShape(resource, changesSchema),
  })
}

/** A list of records that is longer is better said in another way. */
const MOST_RECORDS = 1000

/** More rows than anybody looks through are a mistake of the sender. */
const MOST_DETAILS = 500

/** The rows of a record: those with an id stay or change, those without one are new. */
function detailsShape(
  { details }: Resource,
  rowSchema: (details: Resource) => z.ZodObject,
): Record<string, z.ZodType> {
  if (!details) return {}
  const id = z.int().positive().max(Number.MAX_SAFE_INTEGER).nullish()
  const row = rowSchema(details).extend({ [details.id]: id })
  return { details: z.array(row).max(MOST_DETAILS).optional() }
}

function shape(resource: Resource, schemaOf: (field: Field) => z.ZodType): Record<string, z.ZodType> {
  return Object.fromEntries(writableFields(resource).map(([name, field]) => [name, schemaOf(field)]))
}

function kindSchema(field: Field): z.ZodType {
  switch (field.kind) {
    case 'text':
      return textSchema(field)
    case 'phone':
      return phoneSchema(field)
    case 'option':
    case 'formula':
      return plainText(field.max, 1)
    case 'secret':
      return z
        .string({ error: ruleMessage(undefined, 'password_required') })
        .min(1, 'password_required')
        .max(255)
    case 'integer':
      return z
        .int()
        .min(field.min ?? -2147483648)
        .max(field.max ?? 2147483647)
    case 'decimal':
    case 'money':
      return decimalSchema(field)
    case 'flag':
      return z.union([z.literal(0), z.literal(1)], { error: ruleMessage('flag') })
    case 'date':
      return z.iso.date()
    case 'instant':
      return z.iso.datetime({ offset: true })
    case 'time':
      return z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'time')
    case 'choice':
      return choiceSchema(field.of)
    case 'reference':
    case 'image':
      return z.int().positive().max(Number.MAX_SAFE_INTEGER)
    case 'json':
      if (field.shape === 'ids')
        return z.array(z.int().positive().max(Number.MAX_SAFE_INTEGER)).max(MOST_RECORDS)
      if (field.shape === 'options') return z.array(z.looseObject({})).max(MOST_DETAILS)
      if (field.shape === 'form_fields') return z.array(formFieldSchema()).max(MOST_FORM_FIELDS)
      return field.shape === 'strapping'
        ? z.array(z.tuple([z.number().min(0).max(1e6), z.number().min(0).max(1e9)])).max(2000)
        : z
            .array(field.of ? choiceSchema(field.of) : plainText(65, 1))
            .max(Math.max(100, field.of?.length ?? 0))
  }
}

/** A longer form nobody fills in. */
const MOST_FORM_FIELDS = 200

function formFieldSchema(): z.ZodType<FormField> {
  const length = z.int().min(0).max(65_535).nullish()
  const text = (max: number) => plainText(max, 0).nullish()
  return z.object({
    field_id: z.int().positive().max(Number.MAX_SAFE_INTEGER).nullish(),
    name: slug(plainText(100, 1)),
    input_type: z.enum(INPUT_TYPES, { error: ruleMessage('choice') }),
    rules: text(255),
    min_len: length,
    max_len: length,
    default_value: text(25),
    comments: text(255),
  })
}

/** As long as people write one, with its blanks; it is kept in its E.164 form. */
const TYPED_PHONE = 32

function phoneSchema({ country, max, mobile }: PhoneField): z.ZodType {
  const required = mobile ? 'mobile_required' : 'required'
  const typed = plainText(TYPED_PHONE, 1, required)
  if (country) return typed
  return typed.transform((text, context) => {
    const number = parseAnyPhone(text)?.number
    if (number && number.length <= max) return number
    context.addIssue({ code: 'custom', message: 'phone' })
    return z.NEVER
  })
}

function choiceSchema(of: readonly string[] | readonly number[]): z.ZodType {
  return typeof of[0] === 'number'
    ? z.union(
        of.map((value) => z.literal(value)),
        { error: ruleMessage('choice') },
      )
    : z.enum(of as unknown as [string, ...string[]], { error: ruleMessage('choice') })
}

/** Trimmed text without control characters (the database cannot hold a null byte). */
function plainText(max: number, min: number, required: Rule = 'required'): z.ZodType<string> {
  return z
    .string({ error: ruleMessage(undefined, required) })
    .trim()
    .refine((value) => isPrintable(value) && isWellFormed(value), { error: 'characters', abort: true })
    .min(min, min === 1 ? required : undefined)
    .max(max)
}

/** A name for machines. That it begins wrong is said by itself. */
function slug(text: z.ZodType<string>): z.ZodType<string> {
  return text
    .refine((value) => /^[a-zA-Z]/.test(value), { error: 'letter_first', abort: true })
    .refine((value) => /^[a-z][a-z0-9_]*$/.test(value), { error: 'slug' })
}

/** Line breaks and tabs are text; other control characters are not. */
function isPrintable(value: string): boolean {
  for (let index = 0; index < value.length; index++) {
    const code = value.charCodeAt(index)
    if ((code < 32 && code !== 9 && code !== 10 && code !== 13) || code === 127) return false
  }
  return true
}

function isWellFormed(value: string): boolean {
  return !/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/.test(value)
}

function textSchema(field: TextField): z.ZodType {
  const text = plainText(field.max, field.min ?? (field.required ? 1 : 0))
  switch (field.format) {
    case undefined:
    case 'rich':
      return text
    case 'email':
      return text.pipe(z.email({ error: 'email' }))
    case 'url':
      return text.refine(isUrl, { error: 'url' })
    case 'username':
      return text.refine(isUsername, { error: 'username' })
    case 'slug':
      return slug(text)
    case 'color':
      return text.refine((value) => isColor(value), { error: 'color' })
    case 'time_zone':
      return text.refine(isKnownTimeZone, { error: 'time_zone' })
    case 'public_id':
      return text.refine((value) => /^[\w.:-]+$/.test(value), { error: 'public_id' })
    case 'piped':
      return text
        .refine((value) => !/^\||\|$/.test(value), { error: 'pipe_ends', abort: true })
        .refine((value) => !/\s\||\|\s/.test(value), { error: 'pipe_spaces', abort: true })
        .refine((value) => isUniqueList(value.split('|')), { error: 'unique_items' })
    case 'route':
      return text.refine((value) => /^\/?[\w/-]*$/.test(value), { error: 'route' })
  }
}

function isUniqueList(items: string[]): boolean {
  return new Set(items.map((item) => item.toLowerCase())).size === items.length
}

/** An address of the web, with or without its scheme ("www.example.com" is what people type). */
function isUrl(value: string): boolean {
  return /^(https?:\/\/)?[\p{L}\p{N}]([\p{L}\p{N}-]*[\p{L}\p{N}])?(\.[\p{L}\p{N}]([\p{L}\p{N}-]*[\p{L}\p{N}])?)+(:\d{1,5})?([/?#]\S*)?$/iu.test(
    value,
  )
}

/** Letters, digits, @, - and . only; with an @ or a dot it must be a valid e-mail. */
export function isUsername(value: string): boolean {
  if (!/^[A-Za-z0-9@.-]{8,100}$/.test(value)) return false
  return !/[@.]/.test(value) || z.email().safeParse(value).success
}

/** A decimal travels as a string of fixed scale; a JSON number is taken too, as long as it fits exactly. */
function decimalSchema(field: DecimalField | MoneyField): z.ZodType {
  const { digits, scale } =
    field.kind === 'money' ? { digits: field.digits ?? 13, scale: field.scale ?? 3 } : field
  const pattern = new RegExp(`^-?\\d{1,${digits - scale}}(\\.\\d{1,${Math.max(scale, 1)}})?$`)
  return z
    .union([z.string(), z.number()], { error: ruleMessage('decimal') })
    .transform((value) => String(value).trim())
    .refine((value) => /^-?\d+(\.\d+)?$/.test(value), { error: 'decimal', abort: true })
    .refine((value) => pattern.test(value), {
      error: 'decimal_size',
      params: { whole: digits - scale, scale },
      abort: true,
    })
    .refine((value) => isWithin(field, Number(value)), { error: 'decimal_range', abort: true })
    .refine((value) => !(field.kind === 'decimal' && field.notZero && Number(value) === 0), {
      error: 'not_zero',
    })
    .transform((value) => new Decimal(value).toFixed(scale))
}

function isWithin(field: DecimalField | MoneyField, value: number): boolean {
  if (field.kind === 'money') return true
  return (
    value >= (field.min ?? -Infinity) &&
    value <= (field.max ?? Infinity) &&
    value > (field.above ?? -Infinity) &&
    value < (field.below ?? Infinity)
  )
}
