import { placeTexts, type TextFile } from './placeTexts.ts'

/** The texts of orders, prices, subscriptions and finance in Spanish. */
export const salesSpanish = placeTexts(
  import.meta.glob<TextFile>(
    [
      '../../../core/domains/{finance,orders,prices,subscriptions}/texts.es.ts',
      '../../domains/{finance,orders,prices,subscriptions}/texts.es.ts',
    ],
    { eager: true },
  ),
  'es',
)
