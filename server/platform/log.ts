import { type Logger, pino } from 'pino'

export type Log = Logger

const SECRETS = [
  'password',
  'confirm_password',
  'current_password',
  'token',
  'code',
  'secret',
  'challenge',
  'recovery_codes',
  'device_key',
  'authorization',
  'rfid',
  'qr_code',
  'gate_code',
]

/** Structured lines on standard output; secrets never appear in them. */
export function openLog(level: string): Log {
  return pino({
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[secret]' },
  })
}
