import { z } from 'zod'
import { users } from '#core/domains/access/users.ts'
import { Id } from '#core/platform/id.ts'
import { STAFF } from '#core/platform/loginTypes.ts'
import { type Action, PERMISSIONS } from '#core/platform/modules.ts'
import type { Call } from '#server/platform/http.ts'
import { changeAccountPermissions, readAccountPermissions } from './accountPermissions.ts'
import { limitAccount, listAccounts, listOwnAccounts, switchAccount } from './accounts.ts'
import { isUsernameFree } from './isUsernameFree.ts'

const tag = 'access'
const may = (action: Action) => ({ module: users.module, action, loginTypes: users.loginTypes })
const Saved = z.object({ message: z.string(), type: z.string() })
const Accounts = z.object({ accounts: z.array(z.looseObject({})) })
const SAVED = { message: 'messages.saved', type: 'success' } as const
const OfAccount = z.object({ user_id: Id, company_id: Id })
const Names = z.array(z.enum(PERMISSIONS, { error: 'choice' })).max(PERMISSIONS.length)
/** Permissions are the business's own to give. */
const mayPermit = (action: Action) => ({ module: 'permissions', action, loginTypes: STAFF }) as const
const Permitted = z.object({ account: z.looseObject({ permissions: z.array(z.string()) }) })
/** What was read of the account before it is changed. */
const IfUpdatedAt = { if_updated_at: z.string().optional() }
const Ids = z.array(z.int().positive()).max(1000)

/** The calls around accounts: in which company a user may do what. */
export const accountCalls: Call[] = [
  {
    method: 'GET',
    path: '/me/accounts',
    tag,
    summary: 'The organisations that you may work in',
    access: 'session',
    answer: Accounts,
    run: async (context) => ({ accounts: await listOwnAccounts(context) }),
  },
  {
    method: 'POST',
    path: '/me/accounts/:company_id/switch',
    whileReadOnly: true,
    tag,
    summary: 'Go on in another of your organisations',
    access: 'session',
    params: z.object({ company_id: Id }),
    answer: Saved,
    run: async (context, { params }) => {
      await switchAccount(context, params.company_id)
      return { message: 'messages.account_switched', type: 'success' }
    },
  },
  {
    method: 'GET',
    path: '/users/username_available',
    tag,
    summary: 'Whether a user name is free to be given; of a user who is there, his own is',
    access: may('update'),
    query: z.object({ username: z.string().trim().min(1).max(100), user_id: Id.optional() }),
    answer: z.object({ available: z.boolean() }),
    run: async (context, { query }) => ({
      available: await isUsernameFree(context, query.username, query.user_id),
    }),
  },
  {
    method: 'GET',
    path: '/users/:user_id/accounts',
    tag,
    summary: 'The accounts of a user, with what they are limited to',
    access: may('read'),
    params: z.object({ user_id: Id }),
    answer: Accounts,
    run: async (context, { params }) => ({ accounts: await listAccounts(context, params.user_id) }),
  },
  {
    method: 'GET',
    path: '/users/:user_id/company/:company_id/permissions',
    tag,
    summary: 'What an account may do: its template, what was added and withdrawn, what needs no grant',
    access: mayPermit('read'),
    params: OfAccount,
    answer: Permitted,
    run: async (context, { params }) => ({ account: await readAccountPermissions(context, params) }),
  },
  {
    method: 'PATCH',
    path: '/users/:user_id/company/:company_id/permissions',
    tag,
    summary:
      'Add permissions to an account and withdraw some of its template; a list takes the place of the one before',
    access: mayPermit('update'),
    params: OfAccount,
    body: z.object({ added: Names.optional(), withdrawn: Names.optional(), ...IfUpdatedAt }),
    answer: Permitted.extend(Saved.shape),
    run: async (context, { params, body }) => ({
      account: await changeAccountPermissions(context, params, body),
      ...SAVED,
    }),
  },
  {
    method: 'POST',
    path: '/users/:user_id/company/:company_id/limit_devices',
    tag,
    summary: 'Limit an account to devices; an empty list ends the limit',
    access: may('update'),
    params: OfAccount,
    body: z.object({ devices: Ids, ...IfUpdatedAt }),
    answer: z.object({ account: z.looseObject({}) }).extend(Saved.shape),
    run: async (context, { params, body }) => ({
      account: await limitAccount(context, params, 'devices', body.devices, body),
      ...SAVED,
    }),
  },
  {
    method: 'PATCH',
    path: '/users/:user_id/company/:company_id/tags',
    tag,
    summary: 'Limit an account to devices with these tags; an empty list ends the limit',
    access: may('update'),
    params: OfAccount,
    body: z.object({ tags: Ids, ...IfUpdatedAt }),
    answer: z.object({ account: z.looseObject({}) }).extend(Saved.shape),
    run: async (context, { params, body }) => ({
      account: await limitAccount(context, params, 'tags', body.tags, body),
      ...SAVED,
    }),
  },
]
