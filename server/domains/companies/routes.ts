import * as calls from '#core/domains/companies/calls.ts'
import { companies } from '#core/domains/companies/companies.ts'
import { sites } from '#core/domains/companies/sites.ts'
import { assignUser, unassignUser } from '#server/domains/access/users/assignUser.ts'
import type { Encryptor } from '#server/platform/encryptor.ts'
import { handleAll } from '#server/platform/http/handle.ts'
import type { Call } from '#server/platform/http/http.ts'
import { imageCalls } from '#server/resources/files/imageCalls.ts'
import { revealGateCode } from './saveSite.ts'

/** A company's logo, its additional users, and the pictures and gate codes of its sites. */
export const companyCalls = (encryptor: Encryptor): Call[] => [
  ...imageCalls({ resource: companies, field: 'logo_id', name: 'logo', whole: true }),
  ...imageCalls({ resource: sites, field: 'picture_id', name: 'picture', whole: true }),
  ...handleAll(companies.name, calls, {
    assignUser: {
      summary: 'Give a user an account in another company',
      run: async (context, { params, body }) => ({
        user: await assignUser(context, { ...params, user_id: body.user_id }, body.login_type_id),
        message: 'messages.saved',
        type: 'success',
      }),
    },
    unassignUser: {
      summary: 'Remove a user’s account in a company',
      run: async (context, { params }) => {
        await unassignUser(context, params)
        return { message: 'messages.deleted', type: 'success' }
      },
    },
    revealGateCode: {
      answersSecret: true,
      summary: 'Read the gate code of a site, as a user who delivers there or may change it; this is logged',
      run: async (context, { params }) => ({
        site: await revealGateCode(context, encryptor, params.site_id),
      }),
    },
  }),
]
