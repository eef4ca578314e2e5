import type { Translation } from '#core/platform/texts/translation.ts'
import { es as frame } from './frameTexts.es.ts'
import type { en } from './texts.en.ts'

export const es: Translation<typeof en> = {
  ...frame,
  note: 'Nota para mí',
  note_text: '¿Qué quiere recordar?',
  send: 'Enviar ahora',
  send_why: 'Se envía una sola vez a todos los destinatarios y después no se puede cambiar.',
  sent_to: 'Enviado el {{at}} a {{count}} usuarios.',
  was_sent: 'Este aviso ya se envió y no se puede cambiar.',
  webhooks: {
    needs_secret: 'Cree un secreto de firma: hasta entonces no se envía nada.',
    create_secret: 'Crear un secreto de firma',
    renew_secret: 'Sustituir el secreto',
    renew_warning:
      'El receptor rechaza los mensajes hasta que tenga el nuevo secreto. Se vuelven a enviar durante tres días.',
    test: 'Enviar una prueba',
    test_failed: 'La prueba falló: {{error}}',
    deliveries: 'Entregas',
    secret: 'Secreto de firma',
    secret_once: 'El receptor verifica con él cada mensaje. No se vuelve a mostrar.',
    replay: 'Enviar de nuevo',
  },
  channels: {
    title: 'Cómo le llegan los avisos',
    push: 'Notificaciones push en este navegador',
    push_blocked:
      'Este navegador bloquea las notificaciones de este sitio. Permítalas primero en sus ajustes.',
    push_unsupported: 'Este navegador no ofrece notificaciones push aquí.',
    push_failed: 'No se pudieron activar las notificaciones push: {{error}}',
    browsers_one: 'Un navegador las recibe',
    browsers: '{{count}} navegadores las reciben',
    no_browser: 'Ningún navegador las recibe',
    no_address: 'Sin dirección',
    no_phone: 'Sin número de teléfono',
    not_set_up: 'no disponible en esta instalación',
    add: 'Añadir',
    test: 'Enviarme una prueba',
    test_of: 'Enviarme una prueba: {{channel}}',
    only_browser: 'Actívelas en cada navegador. Terminan cuando cierra la sesión.',
  },
  email: {
    write: 'Escribir un correo',
    to: 'Para',
    cc: 'Copia a',
    bcc: 'Copia oculta a',
    commas: 'Separe varias direcciones con comas',
    subject: 'Asunto',
    message: 'Mensaje',
    files: 'Archivos',
    which_files: 'PDF, imágenes, XLSX, DOCX, CSV o TXT, 10 MB en total',
    send: 'Enviar',
  },
}
