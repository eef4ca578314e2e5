import type { Translation } from '#core/platform/texts/translation.ts'
import type { en } from './frameTexts.en.ts'

export const es: Translation<typeof en> = {
  act_as: {
    title: 'Iniciar sesión como este usuario',
    why: 'Verá lo que ve este usuario. Puede volver a su propia sesión en cualquier momento.',
    mode: 'Finalidad',
    view: 'Solo para ver: no se puede guardar nada',
    write: 'Para trabajar por este usuario: los cambios quedan registrados con los dos nombres',
    warning: 'No se puede guardar nada mientras ve como este usuario.',
    action: 'Iniciar sesión como',
    banner_view: 'Está viendo como {{name}}. No se puede guardar nada.',
    banner_write: 'Está trabajando como {{name}}. Los cambios quedan registrados con los dos nombres.',
  },
  is_it_you: {
    title: '¿Es usted?',
    why: 'Está cambiando sus datos de acceso o de contacto. Ingrese su contraseña actual.',
    action: 'Continuar',
  },
  organisations: {
    title: 'Mis organizaciones',
    why: 'Las organizaciones en las que puede trabajar. Sus permisos dependen de la que elija.',
    current: 'Está aquí',
    switch: 'Cambiar',
    switch_to: 'Cambiar a {{company}}',
  },
}
