import { useLocalStorage } from '@mantine/hooks'
import { useSession } from './session.tsx'

/** A choice about the screen that this browser keeps for this user. */
export function usePersistedState<T>(name: string, standard: T) {
  const { user } = useSession()
  return useLocalStorage<T>({
    key: `ullage.kept.${user?.user_id ?? 0}.${name}`,
    defaultValue: standard,
    getInitialValueInEffect: false,
  })
}
