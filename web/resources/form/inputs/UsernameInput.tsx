import { Loader, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { call } from '#web/platform/calls/api.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'

interface UsernameInputProps {
  /** Label, help, error and state. */
  shared: { error?: string | undefined; disabled?: boolean | undefined }
  value: string
  /** The user's current name, which is available to them. */
  own: string
  set: (value: string) => void
}

const MIN_LENGTH = 8
const DEBOUNCE_MS = 400

/** A user name; while it is typed, checks whether another user has it. */
export function UsernameInput({ shared, value, own, set }: UsernameInputProps) {
  const { t } = useTranslation()
  const [debounced] = useDebouncedValue(value.trim(), DEBOUNCE_MS)
  const isWorthAsking =
    !shared.disabled && debounced.length >= MIN_LENGTH && debounced.toLowerCase() !== own.toLowerCase()
  const { data, isFetching } = useQuery({
    queryKey: ['users', 'username_available', debounced],
    enabled: isWorthAsking,
    queryFn: async ({ signal }) =>
      (
        await call<{ available: boolean }>(
          'GET',
          `/users/username_available?${new URLSearchParams({ username: debounced })}`,
          undefined,
          { signal },
        )
      ).available,
  })
  const isChecked = isWorthAsking && debounced === value.trim()
  const isTaken = isChecked && data === false
  return (
    <TextInput
      {...shared}
      type="text"
      spellCheck={false}
      autoComplete="off"
      value={value}
      error={shared.error ?? (isTaken ? t('rules.username_taken') : undefined)}
      rightSection={mark()}
      onChange={(event) => set(event.currentTarget.value)}
    />
  )

  function mark() {
    if (isChecked && data === true)
      return <IconCheck size={16} role="img" aria-label={t('resources.username_free')} />
    return isFetching ? <Loader size={16} /> : undefined
  }
}
