import { keysOf } from '#core/platform/keysOf.ts'
import { findOrThrow } from '#core/platform/lists/findOrThrow.ts'
import {
  type Action,
  MODULES,
  type Module,
  PERMISSIONS,
  type Permission,
  type SpecialAction,
} from '#core/platform/modules.ts'
import { recordOf } from '#core/platform/recordOf.ts'

/** The name of every permission: "Devices: Read". */
export function permissionTexts(texts: {
  modules: Record<Module, string>
  permission_actions: Record<Action | SpecialAction, string>
}): Record<Permission, string> {
  const actions = keysOf(texts.permission_actions)
  return recordOf(PERMISSIONS, (permission) => {
    const module = findOrThrow(MODULES, (item) => permission.startsWith(`${item}.`))
    const action = findOrThrow(actions, (item) => permission.endsWith(`.${item}`))
    return `${texts.modules[module]}: ${texts.permission_actions[action]}`
  })
}
