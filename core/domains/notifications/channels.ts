/** Ways by which a message reaches a person. */
export const CHANNELS = ['email', 'sms', 'push'] as const
export type Channel = (typeof CHANNELS)[number]

/** `uncertain`: the server stopped, or the provider fell silent, in the middle: it may have arrived, and is not resent. */
export const SEND_STATES = ['waiting', 'sent', 'failed', 'uncertain', 'dropped'] as const
