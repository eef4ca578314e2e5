import { z } from 'zod'
import type { AnyField } from './anyField.ts'
import type { CoreKind } from './coreKind.ts'
import { recordId } from './recordId.ts'

/** Names a record of another kind by its id. */
export interface ReferenceField extends AnyField {
  kind: 'reference'
  to: string
  /** When it is not given: the writer's own company. */
  own?: true
  /**
   * The record that it names belongs to the company in that field: to it alone (`same`), to it or one below it, or (`line`) also
   * to one above it or to the business itself.
   */
  ofCompany?: { readonly field: string; readonly reach: 'same' | 'below' | 'line' }
  /** By which filters of the kind it is chosen from; another record of the kind is allowed all the same. */
  narrowed?: Readonly<Record<string, string>>
}

export const reference: CoreKind<ReferenceField> = {
  properties: { to: true, own: true, ofCompany: true, narrowed: true },
  isNumber: () => true,
  check: recordId,
  answer: () => z.int(),
}
