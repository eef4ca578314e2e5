import { z } from 'zod'
import { ruleMessage } from '#core/platform/schemaIssues.ts'
import { type WeekWindow, windowOrder, windowsOverlap } from '#core/platform/time/weekWindows.ts'
import type { Values } from '#core/platform/values.ts'
import { type FormField, INPUT_TYPES } from '#core/resources/fields/formField.ts'
import { MAX_DETAILS } from '#core/resources/fields/maxDetails.ts'
import type { AnyField } from './anyField.ts'
import type { CoreKind } from './coreKind.ts'
import { oneOf } from './oneOf.ts'
import { plainText } from './plainText.ts'
import { recordId } from './recordId.ts'
import { slugOf } from './textFormats.ts'

/** Common properties of all list kinds. */
const anyList = {
  response: () => z.array(z.any()),
} as const

/** Names written by people. */
export interface NameListField extends AnyField {
  kind: 'name_list'
}

/** Several names of a closed list. */
export interface ChoicesField extends AnyField {
  kind: 'choices'
  of: readonly string[]
}

/** Refers to several records of a kind by their ids. */
export interface ReferencesField extends AnyField {
  kind: 'references'
  to: string
}

/** Longer lists of records should be expressed in another way. */
const MAX_RECORDS = 1000

/** A field before and after a change; for a reference also the title, if the reader may see it. */
export interface Change {
  field: string
  before: unknown
  after: unknown
  before_title?: string
  after_title?: string
  /** Both values are truncated. */
  is_cut?: boolean
}

/** Rows that the screen of their record shows. */
export interface RowsField extends AnyField {
  kind: 'rows'
  of: keyof RowTypes
}

/**
 * The types of rows: the changes of an audit entry, fields of a form that a developer designed, heights with their volumes, and objects
 * that their kind checks.
 */
export interface RowTypes {
  change: Change
  form_field: FormField
  strapping: [number, number]
  object: Values
}

/** No one fills in a longer form. */
const MAX_FORM_FIELDS = 200

function formFieldSchema(): z.ZodType<FormField> {
  const length = z.int().min(0).max(65_535).nullish()
  const text = (max: number) => plainText(max, 0).nullish()
  return z.object({
    field_id: recordId().nullish(),
    name: slugOf(plainText(100, 1)),
    input_type: z.enum(INPUT_TYPES, { error: ruleMessage('choice') }),
    rules: text(255),
    min_len: length,
    max_len: length,
    default_value: text(25),
    comments: text(255),
  })
}

const ROWS: { [K in keyof RowTypes]: () => z.ZodType<RowTypes[K][]> } = {
  // They are computed: no caller sends them.
  change: () => z.array(z.never()),
  form_field: () => z.array(formFieldSchema()).max(MAX_FORM_FIELDS),
  strapping: () => z.array(z.tuple([z.number().min(0).max(1e6), z.number().min(0).max(1e9)])).max(2000),
  object: () => z.array(z.looseObject({})).max(MAX_DETAILS),
}

/** Weekly time windows in the local time of the place. */
export interface WeekWindowsField extends AnyField {
  kind: 'week_windows'
}

/** Maximum number of windows. */
const MAX_WINDOWS = 50

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/
const from = z.string().regex(TIME, 'time')
const to = z.string().refine((text) => TIME.test(text) || text === '24:00', { error: 'time' })
const day = z.int().min(1).max(7)

/** Keys in the order in which the database stores them, so that sending back a read value is not a change. */
const Windows = z
  .array(z.strictObject({ to, day, from }), { error: ruleMessage('week_windows') })
  .max(MAX_WINDOWS)

/** The fields of these kinds. */
export interface ListFields {
  name_list: NameListField
  choices: ChoicesField
  references: ReferencesField
  rows: RowsField
  week_windows: WeekWindowsField
}

export const listKinds: { [K in keyof ListFields]: CoreKind<ListFields[K]> } = {
  name_list: {
    ...anyList,
    properties: {},
    check: () => z.array(plainText(65, 1)).max(100),
  },
  choices: {
    ...anyList,
    properties: { of: true },
    check: ({ of }) => z.array(oneOf(of)).max(Math.max(100, of.length)),
  },
  references: {
    ...anyList,
    properties: { to: true },
    check: () => z.array(recordId()).max(MAX_RECORDS),
  },
  rows: {
    ...anyList,
    properties: { of: true },
    check: ({ of }) => ROWS[of](),
  },
  week_windows: {
    ...anyList,
    properties: {},
    check: () =>
      Windows.refine((windows) => windows.every((window) => window.from < window.to), {
        error: 'window_order',
      })
        .refine((windows) => !windowsOverlap(windows), { error: 'window_overlap' })
        .transform((windows): WeekWindow[] | null =>
          windows.length === 0 ? null : windows.toSorted(windowOrder),
        ),
    response: () => z.array(z.object({ to: z.string(), day: z.int(), from: z.string() })),
  },
}
