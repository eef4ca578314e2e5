import { z } from 'zod'
import { type Access, defineCall, signedIn } from '#core/platform/defineCall.ts'
import { Id } from '#core/platform/id.ts'
import { ALL_LOGIN_TYPES, STAFF } from '#core/platform/loginTypes.ts'
import { messageFields } from '#core/platform/messageFields.ts'
import { type Action, PERMISSIONS } from '#core/platform/modules.ts'
import { may } from '#core/resources/may.ts'
import { users } from './users.ts'

const ofAccount = () => z.object({ user_id: Id, company_id: Id })
const Names = z.array(z.enum(PERMISSIONS, { error: 'choice' })).max(PERMISSIONS.length)
const Ids = z.array(z.int().positive()).max(1000)
/** Version of the account that the change is based on. */
const IfUpdatedAt = { if_updated_at: z.string().optional() }
const Saved = messageFields()
const flag = z.union([z.literal(0), z.literal(1)])

/** Only the business itself grants permissions. */
const mayPermit = (action: Action): Access => ({ who: { module: 'permissions', action, loginTypes: STAFF } })

const OwnAccount = () =>
  z.object({
    company_id: z.int(),
    company: z.string(),
    login_type_id: z.enum(ALL_LOGIN_TYPES),
    is_home: flag.describe('The account that the user signs in to.'),
    is_current: flag.describe('The account of the current session.'),
  })
const Account = () => ({
  account_id: z.int(),
  company_id: z.int(),
  company: z.string(),
  login_type_id: z.enum(ALL_LOGIN_TYPES),
  limit_devices: z
    .array(z.int())
    .describe('Includes devices that the reader may not see; the names are in `devices` and `tags`.'),
  limit_tags: z.array(z.int()),
  is_home: flag,
  updated_at: z.iso.datetime(),
})
const Named = () => z.object({ id: z.int(), title: z.string() })
const Permitted = () =>
  z.object({
    account: z.object({
      account_id: z.int(),
      company_id: z.int(),
      company: z.string(),
      login_type_id: z.enum(ALL_LOGIN_TYPES),
      template: z.array(z.string()),
      added: z.array(z.string()),
      withdrawn: z.array(z.string()),
      exempt: z.array(z.string()).describe('Permissions that need no grant.'),
      permissions: z.array(z.string()).describe('Effective permissions.'),
      updated_at: z.iso.datetime(),
    }),
  })

export const listOwnAccounts = defineCall({
  method: 'GET',
  path: '/me/accounts',
  access: signedIn,
  response: () => z.object({ accounts: z.array(OwnAccount()) }),
})

export const switchAccount = defineCall({
  method: 'POST',
  path: '/me/accounts/:company_id/switch',
  access: { ...signedIn, whileReadOnly: true },
  params: () => z.object({ company_id: Id }),
  response: () => z.object(Saved),
})

export const isUsernameAvailable = defineCall({
  method: 'GET',
  path: '/users/username_available',
  access: may(users, 'update'),
  query: () => z.object({ username: z.string().trim().min(1).max(100), user_id: Id.optional() }),
  response: () => z.object({ available: z.boolean() }),
})

export const listAccounts = defineCall({
  method: 'GET',
  path: '/users/:user_id/accounts',
  access: may(users, 'read'),
  params: () => z.object({ user_id: Id }),
  response: () =>
    z.object({
      accounts: z.array(z.object({ ...Account(), devices: z.array(Named()), tags: z.array(Named()) })),
    }),
})

export const readAccountPermissions = defineCall({
  method: 'GET',
  path: '/users/:user_id/company/:company_id/permissions',
  access: mayPermit('read'),
  params: ofAccount,
  response: Permitted,
})

export const changeAccountPermissions = defineCall({
  method: 'PATCH',
  path: '/users/:user_id/company/:company_id/permissions',
  access: mayPermit('update'),
  params: ofAccount,
  body: () => z.object({ added: Names.optional(), withdrawn: Names.optional(), ...IfUpdatedAt }),
  response: () => Permitted().extend(Saved),
})

export const limitAccountToDevices = defineCall({
  method: 'POST',
  path: '/users/:user_id/company/:company_id/limit_devices',
  access: may(users, 'update'),
  params: ofAccount,
  body: () => z.object({ devices: Ids, ...IfUpdatedAt }),
  response: () => z.object({ account: z.object(Account()), ...Saved }),
})

export const limitAccountToTags = defineCall({
  method: 'PATCH',
  path: '/users/:user_id/company/:company_id/tags',
  access: may(users, 'update'),
  params: ofAccount,
  body: () => z.object({ tags: Ids, ...IfUpdatedAt }),
  response: () => z.object({ account: z.object(Account()), ...Saved }),
})
