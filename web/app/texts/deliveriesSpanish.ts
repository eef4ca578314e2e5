import { placeTexts, type TextFile } from './placeTexts.ts'

/** The texts of shipments and dispatch in Spanish. */
export const deliveriesSpanish = placeTexts(
  import.meta.glob<TextFile>(
    [
      '../../../core/domains/{dispatch,shipments}/texts.es.ts',
      '../../domains/{dispatch,shipments}/texts.es.ts',
      '../../domains/shipments/{deliveries,home}/texts.es.ts',
    ],
    { eager: true },
  ),
  'es',
)
