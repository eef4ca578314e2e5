import type { FieldUnit } from '#core/platform/numbers/fieldUnit.ts'
import type { UnitSystem } from '#core/platform/numbers/units.ts'

/** Properties of a field of any kind. */
export interface AnyField {
  required?: true
  default?: string | number
  /** Set by the server only: shown, never accepted from a client. */
  computed?: true
  /** Case-insensitive, over all records, or within one company. */
  unique?: true | 'company'
  unit?: FieldUnit
  /** The record has the same figure in the other unit system under another name: users read and write the one of their system. */
  unitSystem?: UnitSystem
  /** Only staff reads and writes it. */
  staffOnly?: true
  /** Hidden from customers who may not change records of the kind. */
  editorsOnly?: true
  /** Hidden from users whose company only buys. */
  sellersOnly?: true
  /** Stored encrypted and returned masked: never stored in a browser. */
  sealed?: true
  /** User-defined: stored by name in the column `user_fields`, not in a separate column. */
  isUserDefined?: true
  /** Note below its input in a form, instead of the help text. */
  note?: string
  /** Set on creation by any user, changed later by staff only. */
  staffChanges?: true
}
