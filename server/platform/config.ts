import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { z } from 'zod'
import { messageOf } from '#server/platform/messageOf.ts'
import { databaseHostsProblem, singleAddresses } from './database/databaseHosts.ts'
import { readTlsFiles, type TlsFiles } from './http/tlsFiles.ts'

/** Digits only: what else JavaScript accepts as a number (blanks, `0x50`, `1e3`) is a typing error here. */
const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .trim()
    .regex(/^\d{1,9}$/, `a whole number from ${min} to ${max}`)
    .transform(Number)
    .refine((value) => value >= min && value <= max, `a whole number from ${min} to ${max}`)
const port = wholeNumber(0, 65535)

/** A URL that can be parsed, so that no later code fails on it. */
function address(protocols: RegExp, example: string) {
  return z.string().refine((text) => {
    if (!protocols.test(text)) return false
    return (text.startsWith('postgres') ? singleAddresses(text) : [text]).every(canBeRead)
  }, `an address like ${example}; a % or another sign with a meaning of its own is written as %25 and so on`)
}

function canBeRead(text: string): boolean {
  try {
    // PostgreSQL's URLs may omit the host, which is then a query parameter.
    const { hostname, username, password, pathname } = new URL(text.replace('@/', '@localhost/'))
    for (const part of [username, password, pathname]) decodeURIComponent(part)
    return hostname !== '' || text.startsWith('postgres')
  } catch {
    return false
  }
}

/** The URL of a PostgreSQL server, or of several hosts with the required role. */
function database(...allowed: string[]) {
  return address(/^postgres(ql)?:\/\//, 'postgres://user:password@host:5432/database').superRefine(
    without((text) => databaseHostsProblem(text, allowed) ?? databaseTlsProblem(text)),
  )
}

/** Refuses a text for which a problem is found, with its sentence. */
function without(problemOf: (text: string) => string | undefined) {
  return (text: string, context: z.RefinementCtx) => {
    const message = problemOf(text)
    if (message) context.addIssue({ code: 'custom', message })
  }
}

const SSL_MODES = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify']

/** The driver treats an unknown mode as another one, and reads the files only when it connects. */
function databaseTlsProblem(text: string): string | undefined {
  const parameters = new URLSearchParams(text.split('?')[1])
  const mode = parameters.get('sslmode')
  if (mode !== null && !SSL_MODES.includes(mode))
    return `sslmode is one of ${SSL_MODES.join(', ')}, not ${mode}`
  for (const name of ['sslrootcert', 'sslcert', 'sslkey']) {
    const file = parameters.get(name)
    if (file === null) continue
    try {
      fs.readFileSync(file)
    } catch (error) {
      return `the file of ${name} cannot be read (${messageOf(error)})`
    }
  }
  return undefined
}

/** Ignoring an unknown option could drop the requested encryption. */
function smtpProblem(text: string): string | undefined {
  if (!canBeRead(text)) return undefined
  for (const [name, value] of new URL(text).searchParams) {
    if (name !== 'tls') return `it knows ?tls=required and ?tls=optional, not ${name}`
    if (value !== 'required' && value !== 'optional') return `tls is required or optional, not ${value}`
  }
  return undefined
}

function archiveProblem(text: string): string | undefined {
  if (!canBeRead(text)) return undefined
  const { username, password, pathname } = new URL(text)
  if (!username || !password) return 'it needs an access key and a secret before the host'
  return /[^/]/.test(pathname) ? undefined : 'it needs a bucket after the host'
}

const sealKey = z.string().refine((text) => Buffer.from(text, 'base64').length === 32, '32 bytes in base64')
const flag = z.enum(['0', '1', 'true', 'false']).transform((value) => value === '1' || value === 'true')

/** Every setting, its allowed values and its default. `docs/operations.md` explains each. */
const Settings = z.object({
  PORT: port.default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: database('read-write', 'primary').optional(),
  DATABASE_READ_URL: database('standby', 'any').optional(),
  DATABASE_POOL: wholeNumber(2, 200).default(12),
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  API_KEY: z.string().min(1).max(100).default('ullage-web'),
  MQTT_PORT: port.default(1883),
  MQTT_TLS_CERT: z.string().min(1).optional(),
  MQTT_TLS_KEY: z.string().min(1).optional(),
  MQTT_URL: address(/^(mqtts?|wss?):\/\//, 'mqtt://user:password@host:1883').optional(),
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
  SEAL_KEY: sealKey.optional(),
  SEAL_KEY_OLD: z
    .string()
    .refine((text) => text.split(',').every((key) => sealKey.safeParse(key).success), {
      error: '32 bytes in base64; of several a comma stands between them',
    })
    .optional(),
  SEAL_KEY_LOST: flag.default(false),
  SMTP_URL: address(/^smtps?:\/\//, 'smtp://user:password@host:587')
    .superRefine(without(smtpProblem))
    .optional(),
  SMS_URL: address(
    /^https?:\/\//,
    'https://account:token@api.twilio.com/2010-04-01/Accounts/account/Messages.json',
  ).optional(),
  SMS_FROM: z
    .string()
    .regex(
      /^(\+\d{5,15}|MG\w{32}|[\w ]{1,11})$/,
      'a number such as +13135550100, the id of a messaging service, or a name',
    )
    .optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  REQUEST_SECONDS: wholeNumber(1, 3600).default(120),
  CALLS_OF_ACCOUNT: wholeNumber(0, 1_000_000).default(3_000),
  CALLS_OF_ADDRESS: wholeNumber(0, 10_000_000).default(12_000),
  RECORDS_OF_COMPANY: wholeNumber(0, 10_000_000).default(50_000),
  TRUST_PROXY: flag.default(false),
  METRICS_TOKEN: z.string().min(8).optional(),
  METRICS_PORT: port.optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: address(/^https?:\/\//, 'http://collector.example.com:4318').optional(),
  OTEL_SERVICE_NAME: z.string().min(1).default('ullage'),
  ADMIN_USERNAME: z.string().min(8).max(100).optional(),
  ADMIN_PASSWORD: z.string().min(8).max(16).optional(),
  BACKUP_DIR: z.string().min(1).optional(),
  BACKUP_AT: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'a time of day such as 02:30')
    .default('02:30'),
  BACKUP_KEEP: wholeNumber(1, 1000).default(14),
  ARCHIVE_URL: address(/^https?:\/\//, 'https://key:secret@s3.example.com/bucket?region=eu-central-1')
    .superRefine(without(archiveProblem))
    .optional(),
  ARCHIVE_DIR: z.string().min(1).optional(),
  ARCHIVE_DAYS: wholeNumber(1, 1000).default(14),
  ROUTING_URL: address(/^https?:\/\//, 'http://osrm:5000').optional(),
  ROUTING_PRIVATE: flag.default(false),
  ROUTING_SPEED: wholeNumber(5, 130).default(60),
  SIMULATOR: flag.default(true),
})

export type Config = z.infer<typeof Settings> & {
  dataDir: string
  publicUrl: string
  /** With them the embedded broker accepts TLS only. */
  mqttTls: TlsFiles | undefined
  /** Folder of WAL that waits to be sent to ARCHIVE_URL, and of trial restores. */
  archiveDir: string
}

/** Invalid settings; the message names each and its allowed values. */
export class WrongSetting extends Error {}

/**
 * Reads the settings from the environment.
 * @throws WrongSetting naming all invalid settings.
 */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const values = Object.fromEntries(Object.entries(environment).filter(([, value]) => value?.trim() !== ''))
  const result = Settings.safeParse(values)
  const problems = result.success ? [] : result.error.issues.map(sentence)
  const mqttTls = readMqttTls(values, (problem) => problems.push(problem))
  problems.push(...archiveFaults(values))
  if (!values.SMS_URL !== !values.SMS_FROM) problems.push('Set both SMS_URL and SMS_FROM, or neither.')
  if (!result.success || problems.length > 0) throw new WrongSetting(problems.join('\n'))
  const settings = result.data
  return {
    ...settings,
    dataDir: path.resolve(settings.DATA_DIR),
    publicUrl: settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`,
    mqttTls,
    archiveDir: path.resolve(settings.ARCHIVE_DIR ?? path.join(settings.DATA_DIR, 'archive')),
  }
}

function archiveFaults({ ARCHIVE_URL, DATABASE_URL, SEAL_KEY }: NodeJS.ProcessEnv): string[] {
  if (!ARCHIVE_URL) return []
  return [
    DATABASE_URL &&
      'ARCHIVE_URL is of the embedded database: with DATABASE_URL unset it, and archive with the tools of your PostgreSQL.',
    !SEAL_KEY &&
      'ARCHIVE_URL needs SEAL_KEY, which encrypts the archive: a key in DATA_DIR would be lost with the disk.',
  ].filter((problem): problem is string => Boolean(problem))
}

function readMqttTls(
  { MQTT_TLS_CERT: cert, MQTT_TLS_KEY: key, MQTT_URL }: NodeJS.ProcessEnv,
  refuse: (problem: string) => void,
): TlsFiles | undefined {
  if (!cert && !key) return undefined
  if (!cert || !key) return void refuse('Set both MQTT_TLS_CERT and MQTT_TLS_KEY, or neither.')
  if (MQTT_URL)
    return void refuse(
      'MQTT_TLS_CERT is of the embedded broker: with MQTT_URL unset it, and use mqtts there.',
    )
  try {
    return readTlsFiles({ cert, key })
  } catch (error) {
    return void refuse(`MQTT_TLS_CERT and MQTT_TLS_KEY cannot be used: ${messageOf(error)}.`)
  }
}

function sentence(issue: z.core.$ZodIssue): string {
  return `The setting ${issue.path.join('.')} cannot be used: ${issue.message.replace(/^Invalid input: /, '')}.`
}
