import { isObject } from '#core/platform/values.ts'
import { BackupFailed } from '#server/platform/backup/backupFile.ts'
import { WrongSetting } from '#server/platform/config.ts'
import { DatabaseUnavailable } from '#server/platform/database/embeddedPostgres.ts'
import { CannotListen } from '#server/platform/database/listenOn.ts'
import { WrongSchema } from '#server/platform/database/migrate.ts'
import { errorCode } from '#server/platform/errorCode.ts'
import { messageOf } from '#server/platform/messageOf.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { describeIssue } from '#server/resources/answers.ts'

/** Errors whose message is already a sentence for users. */
const SENTENCES = [WrongSetting, DatabaseUnavailable, BackupFailed, WrongSchema, CannotListen]

/**
 * Explains a failed start, backup or restore in a sentence with the remedy.
 * @param database the configured address, unless the database is the embedded one.
 * @returns undefined for a defect of the product itself, which needs its stack trace.
 */
export function explainStart(error: unknown, database: string | undefined): string | undefined {
  if (SENTENCES.some((kind) => error instanceof kind)) return messageOf(error)
  if (error instanceof Refusal) {
    const fields = (error.options.issues ?? []).map((issue) => {
      const { field, message } = describeIssue('en', issue)
      return `${field} (${message})`
    })
    return `ADMIN_USERNAME or ADMIN_PASSWORD cannot be used: ${fields.join(', ')}.`
  }
  const [code, message] = [errorCode(error), messageOf(error)]
  const { severity, syscall } = isObject(error) ? error : {}
  if (code === 'ENOSPC') return 'There is no room left on the disk. Nothing was changed.'
  if (severity !== undefined) return explainDatabase(code ?? '', message, database)
  if (!isUnreachable(code, String(syscall ?? ''), message)) return undefined
  return database
    ? `The database that DATABASE_URL names does not answer (${message || code}). Start it, or unset DATABASE_URL.`
    : `${SLOW} (${message || code})`
}

/** The embedded database has started, but does not respond. */
const SLOW =
  'The embedded database does not answer in time. Read the end of postgres.log in its folder: the disk may be full. ' +
  'Otherwise this machine may have too much to do: start the server again.'

/** Explains an error code of PostgreSQL and what can be done about it. */
function explainDatabase(code: string, message: string, database: string | undefined): string | undefined {
  const details = `PostgreSQL says: ${message}.`
  switch (code) {
    case '3D000':
      return `The database that DATABASE_URL names does not exist. Create it, or correct DATABASE_URL. ${details}`
    case '28P01':
    case '28000':
      return `The database refuses the role or the password of DATABASE_URL. ${details}`
    case '42501':
      return `The role of DATABASE_URL must own the database and be allowed to create tables in it. ${details}`
    case '53300':
      return `The database takes no more connections. Lower DATABASE_POOL, or raise its max_connections. ${details}`
    case '53200':
      return `The database has no memory left. A restore locks every table: raise its max_locks_per_transaction. ${details}`
    case '53100':
      return `There is no room left on the disk of the database. ${details}`
    case '57P03':
      return `The database is not ready yet. Start the server again in a moment. ${details}`
    default:
      if (!code.startsWith('08') && !code.startsWith('57P')) return undefined
      return database
        ? `The database that DATABASE_URL names does not answer. ${details}`
        : `${SLOW} ${details}`
  }
}

const UNREACHABLE =
  /^(ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EPIPE|EPROTO)$/

/** Whether the database cannot be reached. Errors of opening ports are handled by their own function. */
function isUnreachable(code = '', syscall: string | undefined, message: string): boolean {
  if (UNREACHABLE.test(code) || (code === 'ENOENT' && syscall === 'connect')) return true
  return /^(Connection terminated|timeout expired|The server does not support SSL|received invalid response)/i.test(
    message,
  )
}
