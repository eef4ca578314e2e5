import { fetchExternal } from './fetchExternal.ts'

interface Reach {
  /** Timeout (ms) of the whole request and response. */
  timeout: number
  /** Bytes. */
  largest: number
  isPrivateAllowed: boolean
  accept: string
}

/** Completes a URL that users have entered, by the protocol that they may omit. */
export function completeAddress(address: string): string {
  return /^https?:\/\//i.test(address) ? address : `https://${address}`
}

/**
 * Reads the text at a URL that users have entered, within the time and size limits.
 * @throws Error that states the problem.
 */
export async function readExternalText(
  address: string,
  { timeout, largest, isPrivateAllowed, accept }: Reach,
): Promise<string> {
  const response = await fetchExternal(completeAddress(address), {
    timeout,
    isPrivateAllowed,
    headers: { accept },
  })
  if (response.statusCode !== 200) {
    response.destroy()
    throw new ErrorAnswered(`the provider answered ${response.statusCode}`)
  }
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let text = ''
  let size = 0
  // Leaving the loop by throwing cancels the rest.
  const parts: AsyncIterable<Buffer> = response
  for await (const part of parts) {
    size += part.byteLength
    if (size > largest) throw new Unreadable('the provider sent too much')
    text += decode(decoder, part)
  }
  return text + decode(decoder)
}

/** A status other than 200. */
export class ErrorAnswered extends Error {}

/** More than the limit, or no text. */
export class Unreadable extends Error {}

function decode(decoder: InstanceType<typeof TextDecoder>, part?: Buffer): string {
  try {
    return part ? decoder.decode(part, { stream: true }) : decoder.decode()
  } catch {
    throw new Unreadable('the provider sent what is no text')
  }
}
