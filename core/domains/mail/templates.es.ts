import type { Translation } from '#core/platform/translation.ts'
import type { en } from './templates.en.ts'

export const es: Translation<typeof en> = {
  reset: {
    subject: 'Elija una contraseña nueva',
    body: 'Alguien, seguramente usted, ha pedido una contraseña nueva para {{username}} en {{company}}.',
    action: 'Elegir una contraseña nueva',
    note: 'El enlace sirve una sola vez, durante una hora. Si no fue usted, no tiene que hacer nada: su contraseña no cambia.',
  },
  invitation: {
    subject: 'Le invitamos a Ullage',
    body: 'Hola, {{name}}: {{company}} le invita a vigilar los tanques de {{place}}.',
    action: 'Elija su nombre de usuario y su contraseña',
    note: 'El enlace sirve una sola vez, durante 24 horas. Es solo para usted.',
  },
  password_changed: {
    subject: 'Su contraseña ha cambiado',
    body: 'La contraseña de {{username}} en {{company}} ha cambiado. Todas las sesiones han terminado.',
    action: '',
    note: 'Si no fue usted, pida enseguida una contraseña nueva y avísenos.',
  },
}
