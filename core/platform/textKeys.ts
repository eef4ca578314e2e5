/**
 * The names of all texts. Who puts the texts together (`core/texts.en.ts`) lies above this layer and tells the compiler
 * here what there is, so that a name without a text does not compile.
 */
// biome-ignore lint/suspicious/noEmptyInterface: its members are declared where the texts are put together.
export interface KnownTexts {}

/** A rule that an issue can name: the sentence is the text of that name under `rules`. */
export type Rule = KnownTexts['rules']

/** A sentence of an answer. */
export type MessageKey = `messages.${KnownTexts['messages']}`

/**
 * Any text. The names of records', mails' and notifications' texts are put together at run time, from definitions and
 * templates whose texts are complete by their types.
 */
export type TextKey =
  | `rules.${Rule}`
  | MessageKey
  | `${'records' | 'mails' | 'told'}.${string}`
  | KnownTexts['others']
