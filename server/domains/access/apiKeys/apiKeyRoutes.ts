import * as calls from '#core/domains/access/apiKeyCalls.ts'
import { handleAll } from '#server/platform/http/handle.ts'
import { createOwnApiKey, listOwnApiKeys, revokeApiKey, revokeOwnApiKey } from './apiKeys.ts'

const revoked = { message: 'messages.api_key_revoked', type: 'success' } as const

/** The calls that create and revoke API keys. Users who may read users list them with the standard calls. */
export const apiKeyCalls = handleAll('api_keys', calls, {
  listOwnApiKeys: {
    summary: 'Your API keys in this company',
    run: async (context) => {
      const { rows, page } = await listOwnApiKeys(context)
      return { api_keys: rows, page }
    },
  },
  createOwnApiKey: {
    summary: 'Create an API key for your account; it is shown only once',
    answersSecret: true,
    run: async (context, { body }) => ({
      ...(await createOwnApiKey(context, body)),
      message: 'messages.api_key_created',
      type: 'success',
    }),
  },
  revokeOwnApiKey: {
    summary: 'Revoke one of your API keys',
    run: async (context, { params }) => {
      await revokeOwnApiKey(context, params.api_key_id)
      return revoked
    },
  },
  revokeApiKey: {
    summary: 'Revoke the API key of a user whose sign-in you may change',
    run: async (context, { params }) => {
      await revokeApiKey(context, params.api_key_id)
      return revoked
    },
  },
})
