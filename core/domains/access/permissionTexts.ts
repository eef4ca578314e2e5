import {
  type Action,
  type Module,
  PERMISSIONS,
  type Permission,
  type SpecialAction,
} from '#core/platform/modules.ts'
import { recordOf } from '#core/platform/recordOf.ts'

/** Every permission in words: "Devices: Read". */
export function permissionTexts(texts: {
  modules: Record<Module, string>
  permission_actions: Record<Action | SpecialAction, string>
}): Record<Permission, string> {
  return recordOf(PERMISSIONS, (permission) => {
    const [module, action] = permission.split('.') as [Module, Action]
    return `${texts.modules[module]}: ${texts.permission_actions[action]}`
  })
}
