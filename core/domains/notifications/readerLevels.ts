/** The levels of a tank from which somebody can be told; of all other alerts they are told in any case. */
export const READER_LEVELS = ['mild', 'urgent'] as const
