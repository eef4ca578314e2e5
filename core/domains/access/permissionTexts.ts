import {
  type Action,
  type Module,
  PERMISSIONS,
  type Permission,
  type SpecialAction,
} from '#core/platform/modules.ts'

/** Every permission in words: "Devices: Read". */
export function permissionTexts(texts: {
  modules: Record<Module, string>
  permission_actions: Record<Action | SpecialAction, string>
}): Record<Permission, string> {
  const entries = PERMISSIONS.map((permission) => {
    const [module, action] = permission.split('.') as [Module, Action]
    return [permission, `${texts.modules[module]}: ${texts.permission_actions[action]}`]
  })
  return Object.fromEntries(entries) as Record<Permission, string>
}
