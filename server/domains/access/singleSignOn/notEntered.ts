import type { RefusalReason } from '#core/domains/access/signIn/signInMethods.ts'
import type { MessageKey } from '#core/platform/texts/textKeys.ts'
import { Refusal } from '#server/platform/refusal.ts'

/** Why a sign-in at a provider was refused: for the person, and for staff. */
export class NotEntered extends Refusal {
  constructor(
    text: MessageKey,
    readonly reason: RefusalReason,
    /** The user, or the e-mail address, for the record of attempts. */
    readonly username = '',
  ) {
    super(401, text)
  }
}
