import type { ZxcvbnFactory } from '@zxcvbn-ts/core'

/** Minimum number of guesses: 8 random characters take more, by zxcvbn's count. */
const MIN_GUESSES = 1e8

interface Guesser {
  estimator: ZxcvbnFactory
  /** The 49,000 most common leaked passwords, in lower case. */
  common: ReadonlySet<string>
}

let guesser: Promise<Guesser> | undefined

/**
 * Whether a password would be among the first that an attacker tries: one of the most common ones, also with capitals, symbols for letters,
 * and digits and symbols around it; or a keyboard walk, a sequence, a repetition or a date, as zxcvbn counts guesses.
 */
export async function isEasilyGuessed(password: string): Promise<boolean> {
  guesser ??= loadGuesser()
  const { estimator, common } = await guesser
  const core = password.toLowerCase().replace(/^[^a-z]+|[^a-z]+$/g, '')
  return common.has(core) || estimator.check(password).guesses < MIN_GUESSES
}

/** The lists take some tenths of a second and 40 MB: they are loaded when the first password is set. */
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
