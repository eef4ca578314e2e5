import { sql } from 'kysely'
import * as calls from '#core/domains/access/accountCalls.ts'
import type { Context } from '#server/platform/context.ts'
import { handleAll } from '#server/platform/http/handle.ts'
import { changeAccountPermissions, readAccountPermissions } from '../rights/accountPermissions.ts'
import { limitAccount, listAccounts, listOwnAccounts, switchAccount } from './accounts.ts'

const SAVED = { message: 'messages.saved', type: 'success' } as const

/** The calls about accounts: a user's rights in a company. */
export const accountCalls = handleAll('access', calls, {
  listOwnAccounts: {
    summary: 'The organisations that you may work in',
    run: async (context) => ({ accounts: await listOwnAccounts(context) }),
  },
  switchAccount: {
    summary: 'Continue in another of your organisations',
    run: async (context, { params }) => {
      await switchAccount(context, params.company_id)
      return { message: 'messages.account_switched', type: 'success' }
    },
  },
  isUsernameAvailable: {
    summary: 'Whether a username is available; an existing user can keep their own',
    run: async (context, { query }) => ({
      available: await isUsernameFree(context, query.username, query.user_id),
    }),
  },
  listAccounts: {
    summary: 'The accounts of a user, with their limits',
    run: async (context, { params }) => ({ accounts: await listAccounts(context, params.user_id) }),
  },
  readAccountPermissions: {
    summary:
      'The permissions of an account: its template, those added and withdrawn, and those that need no grant',
    run: async (context, { params }) => ({ account: await readAccountPermissions(context, params) }),
  },
  changeAccountPermissions: {
    summary:
      'Add permissions to an account and withdraw some of its template; a list replaces the previous one',
    run: async (context, { params, body }) => ({
      account: await changeAccountPermissions(context, params, body),
      ...SAVED,
    }),
  },
  limitAccountToDevices: {
    summary: 'Limit an account to devices; an empty list ends the limit',
    run: async (context, { params, body }) => ({
      account: await limitAccount(context, params, 'devices', body.devices, body),
      ...SAVED,
    }),
  },
  limitAccountToTags: {
    summary: 'Limit an account to devices with these tags; an empty list ends the limit',
    run: async (context, { params, body }) => ({
      account: await limitAccount(context, params, 'tags', body.tags, body),
      ...SAVED,
    }),
  },
})

/** Whether no other user has that name, ignoring case; `user_id` may keep it. */
async function isUsernameFree({ db }: Context, username: string, user_id = 0): Promise<boolean> {
  const { rows } = await sql`
    select from users where lower(username) = lower(${username}) and user_id <> ${user_id}`.execute(db)
  return rows.length === 0
}
