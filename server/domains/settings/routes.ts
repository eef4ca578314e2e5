import { z } from 'zod'
import { settings } from '#core/domains/settings/settings.ts'
import type { Action } from '#core/platform/modules.ts'
import { changesSchema } from '#core/resources/schema.ts'
import type { Call } from '#server/platform/http.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { describedBody } from '#server/resources/describedBody.ts'
import { changeSettings } from './changeSettings.ts'
import { listSettings, readSetting } from './listSettings.ts'
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
    body: describedBody(changesSchema(settings).extend(IfUpdatedAt)),
    answer: z.object({ settings: z.array(Setting), ...Saved }),
    run: async (context, { body }) => {
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
      }),
    }),
    run: async ({ db }) => {
      const { company_name, sign_up, time_zone, idle_lock_minutes, map_tiles_url } = await readSettings(db)
      return { environment: { company_name, sign_up, time_zone, idle_lock_minutes, map_tiles_url } }
    },
  },
]

/** Who sends one setting sends it as `value`: that is the field that failed. */
function asValue(error: unknown): never {
  if (!(error instanceof Refusal) || !error.options.issues) throw error
  const issues = error.options.issues.map((issue) => ({ ...issue, field: 'value' }))
  throw new Refusal(error.status, error.text, { ...error.options, issues })
}
