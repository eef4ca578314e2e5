import type { en } from './texts.en.ts'

/** A code that was read and is refused; the reason is a text key. */
export class ScanRefused extends Error {
  constructor(readonly reason: keyof typeof en.scan) {
    super(reason)
  }
}
