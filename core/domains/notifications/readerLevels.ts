/** The lowest tank level at which a person is notified. Other kinds of alert are always sent. */
export const READER_LEVELS = ['mild', 'urgent'] as const
