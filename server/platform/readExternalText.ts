import { fetchExternal } from './fetchExternal.ts'

interface Reach {
  /** ms, for everything until the answer has been read. */
  timeout: number
  /** Bytes. */
  largest: number
  isPrivateAllowed: boolean
  accept: string
}

/**
 * The text at an address that people have entered, as long as it comes in time and is no larger than expected.
 * @throws Error that says what was wrong.
 */
export async function readExternalText(
  address: string,
  { timeout, largest, isPrivateAllowed, accept }: Reach,
): Promise<string> {
  const url = /^https?:\/\//i.test(address) ? address : `https://${address}`
  const response = await fetchExternal(url, { timeout, isPrivateAllowed, headers: { accept } })
  if (response.statusCode !== 200) {
    response.destroy()
    throw new Error(`the provider answered ${response.statusCode}`)
  }
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let text = ''
  let size = 0
  // Leaving the loop by throwing cancels the rest.
  for await (const part of response as AsyncIterable<Buffer>) {
    size += part.byteLength
    if (size > largest) throw new Error('the provider sent too much')
    text += decoder.decode(part, { stream: true })
  }
  return text + decoder.decode()
}
