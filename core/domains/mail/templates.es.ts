import type { Translation } from '#core/platform/texts/translation.ts'
import type { en } from './templates.en.ts'

export const es: Translation<typeof en> = {
  reset: {
    subject: 'Elija una contraseña nueva',
    body: 'Alguien, seguramente usted, ha pedido una contraseña nueva para {{username}} en {{company}}.',
    action: 'Elegir una contraseña nueva',
    note: 'El enlace sirve una sola vez, durante una hora. Si no fue usted, no tiene que hacer nada: su contraseña no cambia.',
  },
  reset_by_provider: {
    subject: 'Use el inicio de sesión único',
    body: 'Alguien, seguramente usted, ha pedido una contraseña nueva para {{username}} en {{company}}. Su empresa usa el inicio de sesión único, así que no hay contraseña que elegir. En la página de inicio de sesión, elija «Inicio de sesión único».',
    action: 'Ir a la página de inicio de sesión',
    note: 'Si no fue usted, no tiene que hacer nada: no cambia nada.',
  },
  invitation: {
    subject: 'Invitación a Ullage',
    body: 'Hola, {{name}}: {{company}} lo invita a monitorear los tanques de {{place}}.',
    action: 'Elija su nombre de usuario y su contraseña',
    note: 'El enlace sirve una sola vez, durante 24 horas. No lo comparta.',
  },
  confirm_email: {
    subject: 'Confirme su dirección de correo',
    body: 'Alguien, seguramente usted, quiere registrarse en {{company}} con esta dirección. Confirme, por favor, que es suya.',
    action: 'Confirmar la dirección',
    note: 'El enlace sirve una sola vez, durante 24 horas. Después revisaremos su solicitud. Si no fue usted, no tiene que hacer nada: sin el enlace no ocurre nada.',
  },
  sign_up_known: {
    subject: 'Ya tiene una cuenta',
    body: 'Alguien, seguramente usted, quería registrar a {{username}} en {{company}}. Ya hay una cuenta con ese nombre.',
    action: 'Elegir una contraseña nueva',
    note: 'Si no fue usted, no tiene que hacer nada: su cuenta no cambia.',
  },
  sign_up_approved: {
    subject: 'Ya puede iniciar sesión',
    body: 'Hola, {{name}}: {{company}} ha aprobado la cuenta de {{place}}. Inicie sesión con su dirección de correo y la contraseña que eligió.',
    action: 'Iniciar sesión',
    note: '¿Ha olvidado su contraseña? Puede elegir una nueva al iniciar sesión.',
  },
  sign_up_refused: {
    subject: 'Su solicitud no fue aprobada',
    body: 'Hola, {{name}}: {{company}} no ha aprobado la cuenta de {{place}}. El motivo: {{reason}}',
    action: '',
    note: 'Si cree que es un error, responda a este mensaje.',
  },
  told_one: {
    subject: '{{title}}',
    body: '{{detail}}',
    action: 'Ver sus avisos',
    note: 'Recibe este mensaje porque los avisos por correo están activados en su perfil.',
  },
  told_many: {
    subject: '{{count}} avisos',
    body: 'Novedades desde el último mensaje:',
    action: 'Ver sus avisos',
    note: 'Recibe este mensaje porque los avisos por correo están activados en su perfil.',
  },
  digest: {
    subject: 'Sus tanques el {{day}}',
    body: '{{summary}}',
    action: 'Abrir el tablero',
    note: 'Lo recibe una vez al día, a la hora que indica su perfil.',
  },
  letter: {
    subject: '{{title}}',
    body: '{{message}}',
    action: '',
    note: '',
  },
  sign_in_changed: {
    subject: '{{title}}',
    body: '{{title}}: {{username}} en {{company}}. {{detail}}',
    action: 'Revisar cómo inicia sesión',
    note: 'Si no fue usted, elija de inmediato una contraseña nueva, cierre todas las sesiones y avísenos.',
  },
}
