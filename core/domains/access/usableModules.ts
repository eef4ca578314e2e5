import type { LoginType } from '#core/platform/loginTypes.ts'
import { registeredKinds } from '#core/resources/registeredKinds.ts'

const known = new Map<LoginType, ReadonlySet<string>>()

/** The modules with a kind of record that is open to a login type. */
export function usableModules(loginType: LoginType): ReadonlySet<string> {
  const found = known.get(loginType)
  if (found) return found
  const open = registeredKinds().filter((kind) => kind.loginTypes.includes(loginType))
  const modules = new Set<string>(open.flatMap(({ module, writeModule = module }) => [module, writeModule]))
  known.set(loginType, modules)
  return modules
}
