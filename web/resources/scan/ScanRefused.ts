import type { en } from './texts.en.ts'

/** A code that was read and is not taken; the reason is the name of a text. */
export class ScanRefused extends Error {
  constructor(readonly reason: keyof typeof en.scan) {
    super(reason)
  }
}
