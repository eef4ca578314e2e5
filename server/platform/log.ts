import { type Logger, pino } from 'pino'
import { codeOf } from '#server/platform/codeOf.ts'

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
    // The code of an error, such as ECONNREFUSED, is not a code that a person was sent: under another name it is not hidden.
    serializers: {
      err: (error: Error) => ({
        ...pino.stdSerializers.err(error),
        error_code: codeOf(error),
      }),
    },
    redact: { paths: SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[secret]' },
  })
}
