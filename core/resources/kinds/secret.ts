import { z } from 'zod'
import { ruleMessage } from '#core/platform/schemaIssues.ts'
import type { AnyField } from './anyField.ts'
import type { CoreKind } from './coreKind.ts'

/** Written, never answered; stored as a hash. */
export interface SecretField extends AnyField {
  kind: 'secret'
  min: number
  max: number
}

export const secret: CoreKind<SecretField> = {
  properties: { min: true, max: true },
  check: () =>
    z
      .string({ error: ruleMessage(undefined, 'password_required') })
      .min(1, 'password_required')
      .max(255),
  answer: () => z.string(),
}
