import os from 'node:os'
import path from 'node:path'
import { z } from 'zod'

const port = z.coerce.number().int().min(0).max(65535)
const flag = z.enum(['0', '1', 'true', 'false']).transform((value) => value === '1' || value === 'true')

/** Every setting, what it may be, and its default. `docs/operations.md` tells what each is for. */
const Settings = z.object({
  PORT: port.default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'an address like postgres://user:password@host:5432/database')
    .optional(),
  DATABASE_POOL: z.coerce.number().int().min(2).max(200).default(12),
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  API_KEY: z.string().min(1).max(100).default('ullage-web'),
  MQTT_PORT: port.default(1883),
  MQTT_URL: z
    .string()
    .regex(/^(mqtts?|wss?):\/\//, 'an address like mqtt://user:password@host:1883')
    .optional(),
  SERVER_NAME: z
    .string()
    .regex(/^[\w.-]{1,40}$/, 'letters, digits, dots and dashes')
    .default(
      () =>
        os
          .hostname()
          .replace(/[^\w.-]/g, '-')
          .slice(0, 40) || 'server',
    ),
  SEAL_KEY: z
    .string()
    .refine((text) => Buffer.from(text, 'base64').length === 32, '32 bytes in base64')
    .optional(),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, 'an address like smtp://user:password@host:587')
    .optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  REQUEST_SECONDS: z.coerce.number().int().min(1).max(3600).default(120),
  TRUST_PROXY: flag.default(false),
  METRICS_TOKEN: z.string().min(8).optional(),
  METRICS_PORT: port.optional(),
  ADMIN_USERNAME: z.string().min(8).max(100).optional(),
  ADMIN_PASSWORD: z.string().min(8).max(16).optional(),
  SIMULATOR: flag.default(true),
})

export type Config = z.infer<typeof Settings> & { dataDir: string; publicUrl: string }

/** A setting that cannot be used; its message names each and what it may be. */
export class WrongSetting extends Error {}

/**
 * Reads the settings from the environment.
 * @throws WrongSetting when one of them is not what it may be.
 */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const result = Settings.safeParse(given)
  if (!result.success) throw new WrongSetting(result.error.issues.map(sentence).join('\n'))
  const settings = result.data
  return {
    ...settings,
    dataDir: path.resolve(settings.DATA_DIR),
    publicUrl: settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`,
  }
}

function sentence(issue: z.core.$ZodIssue): string {
  return `The setting ${issue.path.join('.')} cannot be used: ${issue.message.replace(/^Invalid input: /, '')}.`
}
