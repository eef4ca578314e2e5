import { isCustomer } from '#core/platform/loginTypes.ts'
import type { Resource } from '#core/resources/definition.ts'
import { useSession } from '#web/platform/session/session.tsx'
import { useTranslation } from '#web/platform/useTranslation.ts'

/** Kinds whose statuses have plain words for customers who only receive. */
const WORDED = ['shipment_planners']

/** The statuses of a kind in words: those of the office, or plain ones for customers who do not change such records. */
export function useStatusWord({ name, module, statuses }: Resource): (value: unknown) => string {
  const { t } = useTranslation()
  const { user } = useSession()
  const isReceiver =
    user !== null && isCustomer(user.login_type_id) && !user.permissions.includes(`${module}.update`)
  const words =
    isReceiver && WORDED.includes(name)
      ? `resources.customer_words.${name}`
      : `records.${name}.choices.${statuses?.field}`
  return (value) => t(`${words}.${value}`, String(value))
}
