import type { FieldUnit } from '#core/platform/fieldUnit.ts'
import type { UnitSystem } from '#core/platform/units.ts'

/** What a field of any kind can say of itself. */
export interface AnyField {
  required?: true
  default?: string | number
  /** Set by the server alone: shown, never accepted from a client. */
  computed?: true
  /** Case-insensitive, over all records, or within one company. */
  unique?: true | 'company'
  unit?: FieldUnit
  /** The record tells the same in the other unit system too, under another name: a person reads and writes that of their own. */
  unitSystem?: UnitSystem
  /** Read and written by the business itself only; others neither see it nor change it. */
  staffOnly?: true
  /** Read by no customer who may not change records of the kind. */
  editorsOnly?: true
  /** Stored sealed and answered veiled: never kept in a browser. */
  sealed?: true
  /** Added by the installation: kept by its name in the column `user_fields`, never in one of its own. */
  isUserDefined?: true
  /** What a form says below its input, in place of the help that the texts have. */
  note?: string
  /** Given by whoever makes the record, changed afterwards by the business itself only. */
  staffChanges?: true
}
