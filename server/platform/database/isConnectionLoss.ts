import { errorCode } from '#server/platform/errorCode.ts'
import { messageOf } from '#server/platform/messageOf.ts'

/** Whether an error means that the database cannot be reached, rather than that it refused a statement. */
export function isConnectionLoss(error: unknown): boolean {
  return (
    ['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'].includes(
      errorCode(error) ?? '',
    ) ||
    /Connection terminated|timeout expired|timeout exceeded when trying to connect|Client has encountered a connection error/.test(
      messageOf(error),
    )
  )
}
