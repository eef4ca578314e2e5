/** The lowest tank level a person is notified from. Other kinds of alert are always sent. */
export const READER_LEVELS = ['mild', 'urgent'] as const
