import type { Values } from '#core/platform/values.ts'
import type { Resource } from '#core/resources/definition.ts'
import { statusWord } from '#core/resources/statuses/statusWords.ts'
import { useSession } from '#web/platform/session/session.tsx'
import { useTranslation } from '#web/platform/useTranslation.ts'

/** The statuses of a kind in words for the reader, who may be a customer; the words may depend on another field of the record. */
export function useStatusWord(resource: Resource): (value: unknown, record?: Values) => string {
  const { t } = useTranslation()
  const { user } = useSession()
  const reader = user
    ? { loginType: user.login_type_id, may: (permission: string) => user.permissions.includes(permission) }
    : undefined
  return (value, record) =>
    statusWord(resource, value, { reader, record, textOf: (keys) => t([...keys], String(value)) })
}
