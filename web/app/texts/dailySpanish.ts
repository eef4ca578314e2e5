import { placeTexts, type TextFile } from './placeTexts.ts'

/** The texts of daily work in Spanish: all domains and records except the ones below. */
export const dailySpanish = placeTexts(
  import.meta.glob<TextFile>(
    [
      '../../../core/domains/*/texts.es.ts',
      '../../domains/**/*exts.es.ts',
      '../../resources/**/*exts.es.ts',
      // The office's.
      '!../../../core/domains/{access,help,mail,notifications,settings,tools}/texts.es.ts',
      '!../../domains/{access,help,notifications,settings,tools}/*exts.es.ts',
      '!../../domains/telemetry/accuracyTexts.es.ts',
      // Texts of sales and deliveries.
      '!../../../core/domains/{dispatch,finance,orders,prices,shipments,subscriptions}/texts.es.ts',
      '!../../domains/{dispatch,finance,orders,prices,shipments,subscriptions}/texts.es.ts',
      '!../../domains/shipments/{deliveries,home}/texts.es.ts',
      // Already in the first texts.
      '!../../domains/{alerts,dashboard,telemetry}/texts.es.ts',
      '!../../domains/shipments/widgets/texts.es.ts',
      '!../../resources/texts.es.ts',
    ],
    { eager: true },
  ),
  'es',
)
