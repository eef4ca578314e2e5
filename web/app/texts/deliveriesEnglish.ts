import { placeTexts, type TextFile } from './placeTexts.ts'

/** The texts of shipments and dispatch in English. */
export const deliveriesEnglish = placeTexts(
  import.meta.glob<TextFile>(
    [
      '../../../core/domains/{dispatch,shipments}/texts.en.ts',
      '../../domains/{dispatch,shipments}/texts.en.ts',
      '../../domains/shipments/{deliveries,home}/texts.en.ts',
    ],
    { eager: true },
  ),
  'en',
)
