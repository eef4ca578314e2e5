import type { Translation } from '#core/platform/translation.ts'
import type { en } from './frameTexts.en.ts'

export const es: Translation<typeof en> = {
  act_as: {
    title: 'Iniciar sesión como este usuario',
    why: 'Verá lo que ve este usuario. Puede volver a su propia sesión en cualquier momento.',
    mode: 'Finalidad',
    view: 'Solo para ver: no se puede guardar nada',
    write: 'Para trabajar por este usuario: lo que guarde queda registrado con los dos nombres',
    warning: 'No se puede guardar nada mientras ve como este usuario.',
    action: 'Iniciar sesión como',
    banner_view: 'Está viendo como {{name}}. No se puede guardar nada.',
    banner_write: 'Está trabajando como {{name}}. Lo que guarde queda registrado con los dos nombres.',
  },
  is_it_you: {
    title: '¿Es usted?',
    why: 'Está cambiando cómo inicia sesión o cómo se le contacta. Ingrese su contraseña actual.',
    action: 'Continuar',
  },
  organisations: {
    title: 'Mis organizaciones',
    why: 'Dónde puede trabajar. Lo que ve y puede hacer depende de la organización en la que está.',
    current: 'Está aquí',
    switch: 'Cambiar',
    switch_to: 'Cambiar a {{company}}',
  },
}
