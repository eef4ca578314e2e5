import { localeNames } from '#core/platform/texts/localeNames.ts'
import type { Translation } from '#core/platform/texts/translation.ts'
import type { en, rules as englishRules } from './texts.en.ts'

export const es: Translation<typeof en> = {
  mails: {
    label: 'Correos enviados',
    single: 'Correo',
    fields: {
      company_id: 'Empresa',
      receiver: 'Destinatario',
      subject: 'Asunto',
      text: 'Texto',
      language: 'Idioma',
      state: 'Estado',
      queued_at: 'Creado',
      sent_at: 'Enviado',
      tries: 'Intentos',
      next_try_at: 'Próximo intento',
      error: 'Error',
    },
    choices: { language: localeNames, state: { waiting: 'En espera', sent: 'Enviado', failed: 'Fallido' } },
    sections: { mail: 'Correo', sending: 'Envío' },
    help: { text: 'Sin su enlace, que solo ve el destinatario' },
  },
}

export const rules: Translation<typeof englishRules> = {
  too_many_addresses: '{{max}} direcciones como máximo',
}
