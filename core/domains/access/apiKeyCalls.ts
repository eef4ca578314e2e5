import { z } from 'zod'
import { type Access, defineCall, signedIn } from '#core/platform/defineCall.ts'
import { Id } from '#core/platform/id.ts'
import { messageFields } from '#core/platform/messageFields.ts'
import { listResponse, newRecordBody, recordResponse } from '#core/resources/calls/callSchemas.ts'
import { may } from '#core/resources/may.ts'
import { api_keys } from './api_keys.ts'

const own: Access = { ...signedIn, onlyInPerson: true }
const ofKey = () => z.object({ api_key_id: Id })

export const listOwnApiKeys = defineCall({
  method: 'GET',
  path: '/me/api_keys',
  access: own,
  response: () => listResponse(api_keys, api_keys),
})

export const createOwnApiKey = defineCall({
  method: 'POST',
  path: '/me/api_keys',
  access: own,
  body: () => newRecordBody<typeof api_keys>(api_keys),
  response: () =>
    recordResponse(api_keys, api_keys).extend({
      secret: z.string().describe('The key itself, returned only here.'),
      ...messageFields(),
    }),
})

export const revokeOwnApiKey = defineCall({
  method: 'DELETE',
  path: '/me/api_keys/:api_key_id',
  access: own,
  params: ofKey,
  response: () => z.object(messageFields()),
})

export const revokeApiKey = defineCall({
  method: 'POST',
  path: '/api_keys/:api_key_id/revoke',
  access: { ...may(api_keys, 'update'), byKey: false },
  params: ofKey,
  response: () => z.object(messageFields()),
})
