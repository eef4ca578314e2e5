import { z } from 'zod'
import { defineCall } from '#core/platform/defineCall.ts'
import { messageFields } from '#core/platform/messageFields.ts'
import { PageResponse } from '#core/resources/calls/pageResponse.ts'
import { may } from '#core/resources/may.ts'
import { changesSchema } from '#core/resources/schema.ts'
import { settings } from './settings.ts'

const Setting = () =>
  z.object({
    setting_key: z.string(),
    section: z.string(),
    kind: z.string(),
    value: z.unknown(),
    default_value: z.unknown(),
    updated_at: z.iso.datetime(),
  })
/** Settings decide how users sign in. */
const update = { ...may(settings, 'update'), byKey: false }
const ofSetting = () => z.object({ setting_key: z.string().max(65) })
const IfUpdatedAt = { if_updated_at: z.string().optional() }
const Saved = messageFields()
const Logo = () => z.object({ logo: z.string().nullable(), logo_thumb: z.string().nullable(), ...Saved })

export const listSettings = defineCall({
  method: 'GET',
  path: '/settings',
  access: may(settings, 'read'),
  response: () => z.object({ page: PageResponse, settings: z.array(Setting()) }),
})

export const changeSettings = defineCall({
  method: 'PATCH',
  path: '/settings',
  access: update,
  body: () => changesSchema(settings).extend(IfUpdatedAt),
  response: () => z.object({ settings: z.array(Setting()), ...Saved }),
})

export const readSetting = defineCall({
  method: 'GET',
  path: '/settings/:setting_key',
  access: may(settings, 'read'),
  params: ofSetting,
  response: () => z.object({ setting: Setting() }),
})

export const changeSetting = defineCall({
  method: 'PATCH',
  path: '/settings/:setting_key',
  access: update,
  params: ofSetting,
  body: () => z.object({ value: z.unknown(), ...IfUpdatedAt }),
  response: () => z.object({ setting: Setting(), ...Saved }),
})

export const readLogo = defineCall({
  method: 'GET',
  path: '/environment/logo',
  access: { who: 'public' },
  query: () => z.looseObject({ size: z.enum(['thumb', 'full']).optional() }),
  produces: 'image/webp',
})

export const putLogo = defineCall({
  method: 'POST',
  path: '/settings/logo',
  access: update,
  response: Logo,
})

export const removeLogo = defineCall({
  method: 'DELETE',
  path: '/settings/logo',
  access: update,
  response: Logo,
})
