import type { Translation } from '#core/platform/translation.ts'
import type { en } from './signInTexts.en.ts'

export const es: Translation<typeof en> = {
  login: {
    title: 'Iniciar sesión',
    promise: 'Sepa qué tanques requieren atención, y cuándo.',
    username: 'Nombre de usuario',
    password: 'Contraseña',
    remember: 'Mantener la sesión durante 7 días',
    submit: 'Iniciar sesión',
    unreachable: 'El servidor no responde. Inténtelo otra vez en un momento.',
    language: 'Idioma',
    units: 'Unidades',
    units_own: 'Las de mi cuenta',
    units_imperial: 'Galones',
    units_metric: 'Litros',
    missing_username: 'Se requiere un nombre de usuario válido',
    missing_password: 'Se requiere la contraseña',
    forgot: '¿Olvidó su contraseña?',
    sign_up: 'Registrar una empresa',
    waiting: 'Esperando aprobación',
    waiting_why: 'Su cuenta espera la aprobación. Le escribiremos en cuanto pueda iniciar sesión.',
    step: {
      title: 'Segundo paso',
      totp: 'Escriba el código que muestra su aplicación de autenticación.',
      recovery: 'Escriba uno de sus códigos de recuperación. Cada uno sirve una vez.',
      passkey: 'Confirme con su llave de acceso.',
      code: 'Código',
      recovery_code: 'Código de recuperación',
      submit: 'Iniciar sesión',
      use_totp: 'Usar la aplicación de autenticación',
      use_recovery: 'Usar un código de recuperación',
      use_passkey: 'Usar una llave de acceso',
      back: 'Volver a la contraseña',
    },
    door: {
      passkey: 'Iniciar sesión con una llave de acceso',
      passkey_failed: 'No se proporcionó ninguna llave de acceso.',
      scan: 'Iniciar sesión con un código QR',
      scan_hint: 'Ponga el código QR de su credencial delante de la cámara.',
      badge_hint: '¿Tiene una credencial? Acérquela al lector.',
    },
  },
  failure: {
    broken: 'Algo salió mal en esta pantalla',
    broken_why:
      'Los datos guardados están a salvo. Recargue la página. Si vuelve a ocurrir, avise a su administrador.',
    not_loaded: 'Parte de esta pantalla no se cargó',
    not_loaded_why: 'Falló la conexión o se instaló una versión nueva. Recargue la página.',
    reload: 'Recargar',
    to_dashboard: 'Ir al tablero',
  },
}
