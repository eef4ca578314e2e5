import type { ListFields } from './kinds/listKinds.ts'
import type { NumberFields } from './kinds/numberKinds.ts'
import type { PlainFields } from './kinds/plainKinds.ts'
import type { TextFields } from './kinds/textKinds.ts'
import type { TimeFields } from './kinds/timeKinds.ts'

/** The kinds of field. Each has an entry of its name in `kinds`, in every tier. */
export type FieldsByKind = TextFields & NumberFields & TimeFields & PlainFields & ListFields

export type FieldKind = keyof FieldsByKind
export type Field = FieldsByKind[FieldKind]

export type Fields = Readonly<Record<string, Field>>
