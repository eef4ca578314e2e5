import { placeTexts, type TextFile } from './placeTexts.ts'

/** The texts of orders, prices, subscriptions and finance in English. */
export const salesEnglish = placeTexts(
  import.meta.glob<TextFile>(
    [
      '../../../core/domains/{finance,orders,prices,subscriptions}/texts.en.ts',
      '../../domains/{finance,orders,prices,subscriptions}/texts.en.ts',
    ],
    { eager: true },
  ),
  'en',
)
