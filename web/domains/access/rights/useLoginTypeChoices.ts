import { ALL_LOGIN_TYPES, type LoginType } from '#core/platform/loginTypes.ts'
import { useUser } from '#web/platform/session/session.tsx'
import { useTranslation } from '#web/platform/useTranslation.ts'

/**
 * The login types that the user may grant, as the server lists them, as choices of a select.
 * @param current the current login type: it stays a choice, as keeping it grants nothing.
 */
export function useLoginTypeChoices(current?: unknown): { value: LoginType; label: string }[] {
  const { t } = useTranslation()
  const { may_give = [] } = useUser()
  return ALL_LOGIN_TYPES.filter((type) => type === current || may_give.includes(type)).map((value) => ({
    value,
    label: t(`login_types.${value}`),
  }))
}

/** The initial choice: customer if available. */
export function firstChoice(choices: readonly { value: LoginType }[]): LoginType | undefined {
  return (choices.find(({ value }) => value === 'customer') ?? choices[0])?.value
}
