/** Waits for a promise, at most `milliseconds`. @returns whether it settled in time. */
export async function withTimeout(milliseconds: number, what: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, milliseconds, false)
  })
  try {
    return await Promise.race([what.then(() => true), late])
  } finally {
    clearTimeout(timer)
  }
}
