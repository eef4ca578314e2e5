import { isOneOf } from '#core/platform/isOneOf.ts'
import { MODULES, type Module } from '#core/platform/modules.ts'

/** Modules whose changes decide how users sign in, what they may do, or how the product is built: no API key writes there. */
const NEVER_WRITTEN = ['users', 'permissions', 'data_imports', 'developer_tools'] as const

/** Modules that an API key can read. */
export const KEY_READS = MODULES.filter(
  (module): module is Exclude<Module, 'developer_tools'> => module !== 'developer_tools',
)

/** Modules that an API key can change. */
export const KEY_WRITES = MODULES.filter(
  (module): module is Exclude<Module, (typeof NEVER_WRITTEN)[number]> => !isOneOf(NEVER_WRITTEN, module),
)

/** The modules that an API key can read and change. */
export interface ApiKeyScope {
  reads: readonly string[] | null
  writes: readonly string[] | null
}

/**
 * The permissions of an API key: the current permissions of its account, limited to the scope of the key. A key that can change a
 * module can also read it.
 */
export function permissionsOfKey(permissions: Iterable<string>, { reads, writes }: ApiKeyScope): string[] {
  const written = KEY_WRITES.filter((module) => writes?.includes(module))
  const read: readonly string[] = [...KEY_READS.filter((module) => reads?.includes(module)), ...written]
  return [...permissions].filter((permission) => {
    const [module = '', action] = permission.split('.')
    return action === 'read' ? read.includes(module) : isOneOf(written, module)
  })
}
