import type { Server } from 'node:net'
import { codeOf } from '#server/platform/codeOf.ts'

/** A port cannot be opened; the message is a sentence for the operator. */
export class CannotListen extends Error {}

/**
 * Opens a port; an error names the settings of the port.
 * @throws CannotListen
 */
export async function listenOn(
  server: Pick<Server, 'listen' | 'once' | 'off'>,
  { host, port }: { host: string; port: number },
  setting: string,
): Promise<void> {
  await explainingListen(
    { host, port },
    setting,
    new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(port, host, () => {
        server.off('error', reject)
        resolve()
      })
    }),
  )
}

/** Like `listenOn`, for code that opens its port itself. */
export async function explainingListen<T>(
  { host, port }: { host: string; port: number },
  setting: string,
  opening: PromiseLike<T>,
): Promise<T> {
  try {
    return await opening
  } catch (error) {
    const sentence = sentenceOf(codeOf(error), host, port, setting)
    throw sentence ? new CannotListen(sentence) : error
  }
}

function sentenceOf(
  code: string | undefined,
  host: string,
  port: number,
  setting: string,
): string | undefined {
  switch (code) {
    case 'EADDRINUSE':
      return `The port ${port} is taken. Set ${setting} to a free one.`
    case 'EACCES':
      return `The port ${port} may not be opened by this user. Set ${setting} above 1023.`
    case 'EADDRNOTAVAIL':
    case 'EINVAL':
      return `${host} is no address of this machine. Set HOST to one of its own, 127.0.0.1 or 0.0.0.0.`
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `${host} is no address that is known here. Set HOST to one of this machine's own, 127.0.0.1 or 0.0.0.0.`
    default:
      return undefined
  }
}
