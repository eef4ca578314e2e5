import type { Values } from '#core/platform/values.ts'
import type { Resource } from '#core/resources/definition.ts'
import { statusLabel } from '#core/resources/statuses/statusLabel.ts'
import { useSession } from '#web/platform/session/session.tsx'
import { useTranslation } from '#web/platform/useTranslation.ts'

/** Labels of the statuses of a kind for the reader, who may be a customer; the label may depend on another field of the record. */
export function useStatusLabel(resource: Resource): (value: unknown, record?: Values) => string {
  const { t } = useTranslation()
  const { user } = useSession()
  const reader = user
    ? {
        loginType: user.login_type_id,
        onlyBuys: user.only_buys,
        may: (permission: string) => user.permissions.includes(permission),
      }
    : undefined
  return (value, record) =>
    statusLabel(resource, value, { reader, record, textOf: (keys) => t([...keys], String(value)) })
}
