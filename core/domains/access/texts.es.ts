import { es as platform } from '#core/platform/texts.es.ts'
import type { Translation } from '#core/platform/translation.ts'
import type { en } from './texts.en.ts'

const ways = {
  password: 'Contraseña',
  passkey: 'Llave de acceso',
  rfid: 'Tarjeta RFID',
  qr: 'Código QR',
  invitation: 'Invitación',
  sign_up: 'Registro',
}

export const es: Translation<typeof en> = {
  active_sessions: {
    label: 'Sesiones activas',
    single: 'Sesión activa',
    fields: {
      username: 'Nombre de usuario',
      user_id: 'Usuario',
      company_id: 'Empresa',
      login_type_id: 'Tipo de acceso',
      device: 'Dispositivo',
      address: 'Dirección',
      place: 'Última pantalla',
      way: 'Acceso con',
      last_used_at: 'Último uso',
      expires_at: 'Termina',
    },
    choices: { login_type_id: platform.login_types, way: ways },
    sections: { session: 'Sesión', user: 'Usuario' },
  },
  login_attempts: {
    label: 'Intentos de acceso',
    single: 'Intento de acceso',
    fields: {
      username: 'Nombre de usuario',
      status: 'Resultado',
      reason: 'Motivo',
      way: 'Medio',
      address: 'Dirección',
      attempted_at: 'Cuándo',
      company_id: 'Empresa',
    },
    choices: {
      status: { ok: 'Admitido', fail: 'Rechazado' },
      reason: {
        unknown_name: 'Nombre desconocido',
        wrong_password: 'Contraseña incorrecta',
        unknown_badge: 'Tarjeta o código desconocido',
        badge_taken: 'Credencial de otra persona emitida otra vez',
        unknown_passkey: 'Llave de acceso desconocida',
        wrong_code: 'Código del segundo paso incorrecto',
        deactivated: 'Usuario desactivado',
        not_approved: 'Aún sin aprobar',
        network: 'Red no autorizada',
      },
      way: ways,
    },
    sections: { attempt: 'Intento' },
  },
  users: {
    label: 'Usuarios',
    single: 'Usuario',
    fields: {
      username: 'Nombre de usuario',
      password: 'Contraseña',
      login_type_id: 'Tipo de acceso',
      company_id: 'Empresa',
      people_id: 'Persona',
      first_name: 'Nombre',
      last_name: 'Apellido',
      phone_number: 'Teléfono',
      restrict_login_location: 'Acceder solo desde redes autorizadas',
      department_id: 'Departamento',
      default_route: 'Primera pantalla al entrar',
      owner: 'Titular de la cuenta',
      status: 'Activo',
    },
    choices: { login_type_id: platform.login_types },
    sections: {},
    help: {
      username: 'De 8 a 100 caracteres: letras, dígitos, @, - y . – un correo electrónico funciona bien',
      password: 'De 8 a 16 caracteres con una mayúscula, una minúscula, un dígito y uno de !@#$%^&*',
      default_route: 'Por ejemplo /devices; vacío para el tablero',
    },
  },
}
