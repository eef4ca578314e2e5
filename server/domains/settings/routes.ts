import * as calls from '#core/domains/settings/calls.ts'
import * as partCalls from '#core/domains/settings/health/calls.ts'
import { type Figures, HEALTH_PARTS, judgeHealth } from '#core/domains/settings/health/judgeHealth.ts'
import { settings } from '#core/domains/settings/settings.ts'
import { readEnvironment } from '#core/platform/environmentCalls.ts'
import { handleAll } from '#server/platform/http/handle.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { refuseUnknownFields } from '#server/resources/changes/unknownFields.ts'
import { readImage } from '#server/resources/files/images.ts'
import { changeSettings } from './changeSettings.ts'
import { listSettings, readSetting } from './listSettings.ts'
import { changeLogo, logoAddresses, readLogo } from './logo.ts'
import { readSettings } from './readSettings.ts'

const SAVED = { message: 'messages.saved', type: 'success' } as const

/** The calls of the settings: there is nothing to create or delete. */
export const settingCalls = handleAll(
  settings.name,
  { ...calls, readEnvironment },
  {
    listSettings: {
      summary: 'Every setting with its value and its default',
      run: async (context) => {
        const all = await listSettings(context)
        return { page: { page_num: 1, page_size: 0, total_records: all.length }, settings: all }
      },
    },
    changeSettings: {
      summary: 'Change several settings, all or none',
      checksBody: true,
      run: async (context, { body }) => {
        await refuseUnknownFields(context, settings, body)
        await changeSettings(context, body)
        return { settings: await listSettings(context), ...SAVED }
      },
    },
    readSetting: {
      summary: 'Read one setting',
      run: async (context, { params }) => ({ setting: await readSetting(context, params.setting_key) }),
    },
    changeSetting: {
      summary: 'Change one setting',
      run: async (context, { params: { setting_key }, body }) => {
        await readSetting(context, setting_key)
        await changeSettings(context, {
          [setting_key]: body.value ?? null,
          if_updated_at: body.if_updated_at,
        }).catch(asValue)
        return { setting: await readSetting(context, setting_key), ...SAVED }
      },
    },
    readEnvironment: {
      summary: 'The settings that the sign-in page and every screen need',
      run: async ({ db }) => {
        const { company_name, sign_up, time_zone, ...other } = await readSettings(db)
        const { idle_lock_minutes, map_tiles_url, battery_low } = other
        const shown = { company_name, sign_up, time_zone, idle_lock_minutes, map_tiles_url, battery_low }
        // The attribution is shown only if a weather provider is configured.
        const weather_attribution = other.weather_url ? (other.weather_attribution ?? null) : null
        return { environment: { ...shown, weather_attribution, ...(await logoAddresses(db)) } }
      },
    },
    readLogo: {
      summary: 'The logo of the business',
      writesReply: true,
      run: async ({ db }, { query, reply }) => {
        const { type, bytes } = await readLogo(db, query.size === 'thumb')
        // The path contains the version.
        void reply.header('content-type', type).header('cache-control', 'public, max-age=86400').send(bytes)
        return undefined
      },
    },
    putLogo: {
      summary:
        'Upload the logo: a form with the file logo_file, PNG, JPEG or GIF of at most 10 000 000 bytes',
      // The file is read before the transaction begins, so that a slow sender holds no connection.
      transaction: false,
      run: async (context, { request }) => {
        const image = await readImage(request, 'logo_file', true)
        return context.db.transaction().execute(async (db) => {
          await changeLogo({ ...context, db }, image)
          return { ...(await logoAddresses(db)), ...SAVED }
        })
      },
    },
    removeLogo: {
      summary: 'Remove the logo',
      run: async (context) => {
        await changeLogo(context, null)
        return { ...(await logoAddresses(context.db)), message: 'messages.deleted', type: 'success' }
      },
    },
  },
)

/**
 * The health of the system, judged by the metrics.
 * @param readFigures reads metrics by their names.
 */
export const healthCalls = (readFigures: (names: readonly string[]) => Promise<Figures>) =>
  handleAll('settings', partCalls, {
    readHealth: {
      summary: 'The parts of the system, each with its state and the deciding figure',
      run: async () => ({
        system_health: judgeHealth(
          await readFigures(Object.values(HEALTH_PARTS).map(({ metric }) => metric)),
        ),
      }),
    },
  })

/** A single setting is sent as `value`, which is also the field of a refusal. */
function asValue(error: unknown): never {
  if (!(error instanceof Refusal) || !error.options.issues) throw error
  const issues = error.options.issues.map((issue) => ({ ...issue, field: 'value' }))
  throw new Refusal(error.status, error.text, { ...error.options, issues })
}
