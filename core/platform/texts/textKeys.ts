/**
 * The keys of all texts. The module that assembles the texts (`core/texts.en.ts`) lies above this layer and declares them here,
 * so that a key without a text does not compile.
 */
// biome-ignore lint/suspicious/noEmptyInterface: its members are declared where the texts are put together.
export interface KnownTexts {}

/** A rule that an issue can name: its sentence is the text of that name under `rules`. */
export type Rule = KnownTexts['rules']

/** A sentence of a response. */
export type MessageKey = `messages.${KnownTexts['messages']}`

/**
 * Any text. The keys of records', mails' and notifications' texts are built at run time, from definitions and templates whose
 * texts are complete by their types.
 */
export type TextKey =
  | `rules.${Rule}`
  | MessageKey
  | `${'records' | 'mails' | 'notification_texts'}.${string}`
  | KnownTexts['others']
