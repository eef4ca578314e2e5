import { placeTexts, type TextFile } from './placeTexts.ts'

/** The texts of accounts, settings, tools and other screens that few users open, in English. */
export const officeEnglish = placeTexts(
  import.meta.glob<TextFile>(
    [
      '../../../core/domains/{access,help,mail,notifications,settings,tools}/texts.en.ts',
      '../../domains/{access,notifications,settings,tools}/texts.en.ts',
      '../../domains/telemetry/accuracyTexts.en.ts',
    ],
    { eager: true },
  ),
  'en',
)
