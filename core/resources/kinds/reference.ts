import { z } from 'zod'
import type { AnyField } from './anyField.ts'
import type { CoreKind } from './coreKind.ts'
import { recordId } from './recordId.ts'

/** Refers to a record of another kind by its id. */
export interface ReferenceField extends AnyField {
  kind: 'reference'
  to: string
  /** Defaults to the user's own company. */
  own?: true
  /**
   * The referenced record must belong to the company in that field (`same`), to it or one below it (`below`), or also to one
   * above it or to the business itself (`line`).
   */
  ofCompany?: { readonly field: string; readonly reach: 'same' | 'below' | 'line' }
  /** Filters of the select; other records of the kind are still valid. */
  narrowed?: Readonly<Record<string, string>>
}

export const reference: CoreKind<ReferenceField> = {
  properties: { to: true, own: true, ofCompany: true, narrowed: true },
  check: recordId,
  answer: () => z.int(),
}
