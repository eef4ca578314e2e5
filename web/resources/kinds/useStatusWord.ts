import { isCustomer } from '#core/platform/loginTypes.ts'
import type { Resource } from '#core/resources/definition.ts'
import { useSession } from '#web/platform/session/session.tsx'
import { useTranslation } from '#web/platform/useTranslation.ts'

/** The statuses of a kind in words: those of the office, or plain ones for customers who do not change such records. */
export function useStatusWord({ name, module, statuses }: Resource): (value: unknown) => string {
  const { t } = useTranslation()
  const { user } = useSession()
  const isReceiver =
    user !== null && isCustomer(user.login_type_id) && !user.permissions.includes(`${module}.update`)
  const office = `records.${name}.choices.${statuses?.field}`
  // A kind without words for customers has those of the office.
  const words = isReceiver ? [`records.${name}.customer_words.all`, office] : [office]
  return (value) =>
    t(
      words.map((one) => `${one}.${value}`),
      String(value),
    )
}
