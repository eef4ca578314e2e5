import { z } from 'zod'
import { settings } from '#core/domains/settings/settings.ts'
import type { Action } from '#core/platform/modules.ts'
import { changesSchema } from '#core/resources/schema.ts'
import { bodyCheckedByOperation } from '#server/platform/bodyCheckedByOperation.ts'
import type { Call } from '#server/platform/http.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { readImage } from '#server/resources/files/images.ts'
import { refuseUnknownFields } from '#server/resources/unknownFields.ts'
import { changeSettings } from './changeSettings.ts'
import { listSettings, readSetting } from './listSettings.ts'
import { changeLogo, logoAddresses, readLogo } from './logo.ts'
import { readSettings } from './readSettings.ts'

const tag = settings.name
const may = (action: Action) => ({ module: settings.module, action, loginTypes: settings.loginTypes })
const Setting = z.object({
  setting_key: z.string(),
  section: z.string(),
  kind: z.string(),
  value: z.any(),
  default_value: z.any(),
  updated_at: z.iso.datetime(),
})
const Key = z.object({ setting_key: z.string().max(65) })
const IfUpdatedAt = { if_updated_at: z.string().optional() }
const Logo = { logo: z.string().nullable(), logo_thumb: z.string().nullable() }
const Saved = { message: z.string(), type: z.string() }

/** The calls of the settings: there is nothing to create or delete. */
export const settingCalls: Call[] = [
  {
    method: 'GET',
    path: '/settings',
    tag,
    summary: 'Every setting with its value and its default',
    access: may('read'),
    answer: z.object({
      page: z.object({ page_num: z.int(), page_size: z.int(), total_records: z.int() }),
      settings: z.array(Setting),
    }),
    run: async (context) => {
      const all = await listSettings(context)
      return { page: { page_num: 1, page_size: 0, total_records: all.length }, settings: all }
    },
  },
  {
    method: 'PATCH',
    path: '/settings',
    tag,
    summary: 'Change settings: all that are named, or none',
    access: may('update'),
    body: bodyCheckedByOperation(() => changesSchema(settings).extend(IfUpdatedAt)),
    answer: z.object({ settings: z.array(Setting), ...Saved }),
    run: async (context, { body }) => {
      await refuseUnknownFields(settings, body)
      await changeSettings(context, body)
      return { settings: await listSettings(context), message: 'messages.saved', type: 'success' }
    },
  },
  {
    method: 'GET',
    path: '/settings/:setting_key',
    tag,
    summary: 'Read one setting',
    access: may('read'),
    params: Key,
    answer: z.object({ setting: Setting }),
    run: async (context, { params }) => ({ setting: await readSetting(context, params.setting_key) }),
  },
  {
    method: 'PATCH',
    path: '/settings/:setting_key',
    tag,
    summary: 'Change one setting',
    access: may('update'),
    params: Key,
    body: z.object({ value: z.any(), ...IfUpdatedAt }),
    answer: z.object({ setting: Setting, ...Saved }),
    run: async (context, { params: { setting_key }, body }) => {
      await readSetting(context, setting_key)
      await changeSettings(context, {
        [setting_key]: body.value ?? null,
        if_updated_at: body.if_updated_at,
      }).catch(asValue)
      return {
        setting: await readSetting(context, setting_key),
        message: 'messages.saved',
        type: 'success',
      }
    },
  },
  {
    method: 'GET',
    path: '/environment',
    tag,
    summary: 'What the door and every screen need of the settings',
    access: 'public',
    answer: z.object({
      environment: z.object({
        company_name: z.string(),
        sign_up: z.int(),
        time_zone: z.string(),
        idle_lock_minutes: z.int(),
        map_tiles_url: z.string().nullable(),
        battery_low: z.int(),
        ...Logo,
      }),
    }),
    run: async ({ db }) => {
      const { company_name, sign_up, time_zone, ...other } = await readSettings(db)
      const { idle_lock_minutes, map_tiles_url, battery_low } = other
      const told = { company_name, sign_up, time_zone, idle_lock_minutes, map_tiles_url, battery_low }
      return { environment: { ...told, ...(await logoAddresses(db)) } }
    },
  },
  {
    method: 'GET',
    path: '/environment/logo',
    tag,
    summary: 'The logo of the business',
    access: 'public',
    query: z.looseObject({ size: z.enum(['thumb', 'full']).optional() }),
    produces: 'image/webp',
    run: async ({ db }, { query, reply }) => {
      const { type, bytes } = await readLogo(db, query.size === 'thumb')
      // The address names the version.
      void reply.header('content-type', type).header('cache-control', 'public, max-age=86400').send(bytes)
      return undefined
    },
  },
  {
    method: 'POST',
    path: '/settings/logo',
    tag,
    summary: 'Put a logo there: a form with the file logo_file, PNG, JPEG or GIF of at most 10 000 000 bytes',
    access: may('update'),
    answer: z.object({ ...Logo, ...Saved }),
    // The file comes before the transaction begins: a slow sender holds no connection.
    transaction: false,
    run: async (context, { request }) => {
      const image = await readImage(request, 'logo_file', true)
      return context.db.transaction().execute(async (db) => {
        await changeLogo({ ...context, db }, image)
        return { ...(await logoAddresses(db)), message: 'messages.saved', type: 'success' }
      })
    },
  },
  {
    method: 'DELETE',
    path: '/settings/logo',
    tag,
    summary: 'Take the logo away',
    access: may('update'),
    answer: z.object({ ...Logo, ...Saved }),
    run: async (context) => {
      await changeLogo(context, null)
      return { ...(await logoAddresses(context.db)), message: 'messages.deleted', type: 'success' }
    },
  },
]

/** Who sends one setting sends it as `value`: that is the field that failed. */
function asValue(error: unknown): never {
  if (!(error instanceof Refusal) || !error.options.issues) throw error
  const issues = error.options.issues.map((issue) => ({ ...issue, field: 'value' }))
  throw new Refusal(error.status, error.text, { ...error.options, issues })
}
