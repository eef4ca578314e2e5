import { en } from '#core/texts.en.ts'
import { es } from '#core/texts.es.ts'
import { registerTexts } from '#server/platform/translate.ts'

registerTexts({ en, es })
