import { placeTexts, type TextFile } from './placeTexts.ts'

/** The texts of daily work in English: all domains and records except the ones below. */
export const dailyEnglish = placeTexts(
  import.meta.glob<TextFile>(
    [
      '../../../core/domains/*/texts.en.ts',
      '../../domains/**/*exts.en.ts',
      '../../resources/**/*exts.en.ts',
      // The office's.
      '!../../../core/domains/{access,help,mail,notifications,settings,tools}/texts.en.ts',
      '!../../domains/{access,help,notifications,settings,tools}/*exts.en.ts',
      '!../../domains/telemetry/accuracyTexts.en.ts',
      // Texts of sales and deliveries.
      '!../../../core/domains/{dispatch,finance,orders,prices,shipments,subscriptions}/texts.en.ts',
      '!../../domains/{dispatch,finance,orders,prices,shipments,subscriptions}/texts.en.ts',
      '!../../domains/shipments/{deliveries,home}/texts.en.ts',
      // Already in the first texts.
      '!../../domains/{alerts,dashboard,telemetry}/texts.en.ts',
      '!../../domains/shipments/widgets/texts.en.ts',
      '!../../resources/texts.en.ts',
    ],
    { eager: true },
  ),
  'en',
)
