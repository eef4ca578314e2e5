import type { ZxcvbnFactory } from '@zxcvbn-ts/core'

/** What is found after fewer guesses is refused: 8 characters by chance take more, by zxcvbn's count. */
const FEWEST_GUESSES = 1e8

interface Guesser {
  estimator: ZxcvbnFactory
  /** The 49,000 most common ones of passwords that leaked, in small letters. */
  common: ReadonlySet<string>
}

let guesser: Promise<Guesser> | undefined

/**
 * Whether a password would be among the first that somebody tries: one of the most common ones, also with capitals, with
 * signs for letters, and with digits and signs around it; or a walk over the keyboard, a sequence, a repetition or a
 * date, as zxcvbn counts guesses.
 */
export async function isEasilyGuessed(password: string): Promise<boolean> {
  guesser ??= loadGuesser()
  const { estimator, common } = await guesser
  const core = password.toLowerCase().replace(/^[^a-z]+|[^a-z]+$/g, '')
  return common.has(core) || estimator.check(password).guesses < FEWEST_GUESSES
}

/** The lists take some tenths of a second and 40 MB: they are read when the first password is set. */
async function loadGuesser(): Promise<Guesser> {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  return {
    estimator: new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs }),
    common: new Set(dictionary['passwords-common']),
  }
}
