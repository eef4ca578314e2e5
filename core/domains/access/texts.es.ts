import { localeNames } from '#core/platform/localeNames.ts'
import { es as platform } from '#core/platform/texts.es.ts'
import type { Translation } from '#core/platform/translation.ts'
import { permissionTexts } from './permissionTexts.ts'
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
  audit_entries: {
    label: 'Registro de auditoría',
    single: 'Entrada de auditoría',
    fields: {
      at: 'Cuándo',
      user_id: 'Quién',
      on_behalf_of: 'En nombre de',
      company_id: 'Actuando para',
      action: 'Acción',
      resource: 'Tipo de registro',
      record_id: 'Número de registro',
      title: 'Registro',
      changes: 'Cambios',
    },
    choices: {},
    sections: {},
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
  sign_ups: {
    label: 'Registros',
    single: 'Registro',
    fields: {
      company: 'Empresa',
      first_name: 'Nombre',
      last_name: 'Apellido',
      username: 'Correo electrónico',
      phone_number: 'Teléfono',
      password: 'Contraseña',
      language: 'Idioma',
      state: 'Estado',
      asked_at: 'Registrado',
      confirmed_at: 'Correo confirmado',
      company_id: 'Empresa en Ullage',
      user_id: 'Usuario',
      decided_at: 'Decidido',
      decided_by: 'Decidido por',
      reason: 'Motivo',
    },
    choices: {
      language: localeNames,
      state: {
        unconfirmed: 'Correo sin confirmar',
        waiting: 'Esperando aprobación',
        approved: 'Aprobado',
        refused: 'Rechazado',
      },
    },
    sections: { who: 'Quién', outcome: 'Qué resultó' },
    help: {
      username: 'Es su nombre de usuario, y ahí le enviamos un enlace',
      password:
        'De 8 a 16 caracteres con una mayúscula, una minúscula, un dígito y uno de !@#$%^&*; ni un nombre de la persona o empresa ni una que muchos usan',
    },
  },
  permission_templates: {
    label: 'Plantillas de permisos',
    single: 'Plantilla de permisos',
    fields: { login_type_id: 'Tipo de acceso', permissions: 'Permisos' },
    choices: { login_type_id: platform.login_types, permissions: permissionTexts(platform) },
    sections: {},
  },
  permissions: {
    label: 'Permisos',
    single: 'Permiso',
    fields: {
      permission: 'Permiso',
      module: 'Módulo',
      permission_token: 'Llamadas',
      method: 'Método',
      exempt: 'Exento',
    },
    choices: {
      module: platform.modules,
      method: { GET: 'GET', POST: 'POST', PATCH: 'PATCH', DELETE: 'DELETE' },
    },
    sections: {},
    help: {
      exempt: 'No hay que concederlo: lo tienen todos aquellos cuyo tipo de acceso se admite',
      permission_token: 'index: las llamadas que tiene todo tipo de registro',
    },
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
    sections: { user: 'Usuario', person: 'Quién es', sign_in: 'Acceso' },
    help: {
      username: 'De 8 a 100 caracteres: letras, dígitos, @, - y . – un correo electrónico funciona bien',
      password:
        'De 8 a 16 caracteres con una mayúscula, una minúscula, un dígito y uno de !@#$%^&*; ni un nombre de la persona o empresa ni una que muchos usan',
      default_route: 'Por ejemplo /devices; vacío para el tablero',
    },
  },
}
