import { placeTexts, type TextFile } from './placeTexts.ts'

/** The texts of accounts, settings, tools and other screens that few users open, in Spanish. */
export const officeSpanish = placeTexts(
  import.meta.glob<TextFile>(
    [
      '../../../core/domains/{access,help,mail,notifications,settings,tools}/texts.es.ts',
      '../../domains/{access,notifications,settings,tools}/texts.es.ts',
      '../../domains/telemetry/accuracyTexts.es.ts',
    ],
    { eager: true },
  ),
  'es',
)
