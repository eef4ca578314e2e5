import { useTranslation } from 'react-i18next'
import { ALL_LOGIN_TYPES, type LoginType } from '#core/platform/loginTypes.ts'
import { useUser } from '#web/platform/session.tsx'

/**
 * The login types that one may hand out, as choices of a select: the server says which.
 * @param current the one that somebody has already: it stays a choice, as leaving it gives nothing.
 */
export function useLoginTypeChoices(current?: LoginType | null): { value: LoginType; label: string }[] {
  const { t } = useTranslation()
  const { may_give = [] } = useUser()
  return ALL_LOGIN_TYPES.filter((type) => type === current || may_give.includes(type)).map((value) => ({
    value,
    label: t(`login_types.${value}`),
  }))
}

/** What is chosen to begin with: a customer, where one may make customers. */
export function firstChoice(choices: readonly { value: LoginType }[]): LoginType | undefined {
  return (choices.find(({ value }) => value === 'customer') ?? choices[0])?.value
}
