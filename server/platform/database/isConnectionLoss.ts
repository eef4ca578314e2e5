/** Whether an error means that the database cannot be reached, rather than that it refused a statement. */
export function isConnectionLoss(error: unknown): boolean {
  const { code, message } = error as NodeJS.ErrnoException
  return (
    ['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'].includes(
      code ?? '',
    ) ||
    /Connection terminated|timeout expired|timeout exceeded when trying to connect|Client has encountered a connection error/.test(
      message ?? '',
    )
  )
}
