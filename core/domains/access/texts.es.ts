import { localeNames } from '#core/platform/localeNames.ts'
import { es as platform } from '#core/platform/texts.es.ts'
import type { Translation } from '#core/platform/translation.ts'
import { permissionTexts } from './permissionTexts.ts'
import type { en, messages as englishMessages, rules as englishRules } from './texts.en.ts'

const ways = {
  password: 'Contraseña',
  passkey: 'Llave de acceso',
  rfid: 'Credencial RFID',
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
      way: 'Inició sesión con',
      last_used_at: 'Último uso',
      expires_at: 'Vence',
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
      way: 'Método',
      address: 'Dirección',
      attempted_at: 'Cuándo',
      company_id: 'Empresa',
    },
    choices: {
      status: { ok: 'Sesión iniciada', fail: 'Rechazado' },
      reason: {
        unknown_name: 'Usuario desconocido',
        wrong_password: 'Contraseña incorrecta',
        unknown_badge: 'Credencial o código desconocido',
        badge_taken: 'Credencial en uso por otro usuario',
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
      decided_at: 'Decidido el',
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
    sections: { who: 'Quién', outcome: 'Resultado' },
    help: {
      username: 'Su nombre de usuario. Le enviamos ahí un enlace de confirmación',
      password:
        'De 8 a 16 caracteres con una mayúscula, una minúscula, un dígito y uno de !@#$%^&*. No se aceptan contraseñas comunes ni nombres de la persona o empresa',
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
      exempt: 'Se concede a todos los usuarios cuyo tipo de acceso incluye esta área',
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
      restrict_login_location: 'Iniciar sesión solo desde redes autorizadas',
      department_id: 'Departamento',
      default_route: 'Primera pantalla al iniciar sesión',
      owner: 'Titular de la cuenta',
      status: 'Activo',
    },
    choices: { login_type_id: platform.login_types },
    sections: { user: 'Usuario', person: 'Persona', sign_in: 'Acceso' },
    help: {
      username: 'De 8 a 100 caracteres: letras, dígitos, @, - y . – un correo electrónico funciona bien',
      password:
        'De 8 a 16 caracteres con una mayúscula, una minúscula, un dígito y uno de !@#$%^&*. No se aceptan contraseñas comunes ni nombres de la persona o empresa',
      default_route: 'Vacío: la primera pantalla del tipo de acceso, como el tablero o «Mi jornada»',
    },
  },
}

export const rules: Translation<typeof englishRules> = {
  never_exempt:
    'Este permiso puede conceder otros permisos o modificar el producto, así que debe concederse expresamente',
  without_effect: 'No tiene efecto para este tipo de acceso: {{permissions}}',
  added_and_withdrawn: 'Un permiso no se puede agregar y retirar a la vez',
  password_classes:
    'Debe tener al menos una mayúscula, una minúscula, un número y un carácter especial (!@#$%^&*)',
  password_characters: 'Estos caracteres no se permiten: {{characters}}',
  password_long: 'Debe tener 16 caracteres o menos',
  password_match: 'Las contraseñas deben coincidir',
  password_common: 'Esta contraseña es demasiado fácil de adivinar. Elija otra',
  password_name: 'No debe contener su nombre, su nombre de usuario ni el nombre de la empresa o del producto',
  password_wrong: 'Esta no es su contraseña actual',
  code_wrong: 'Este código no es correcto o ya se usó',
  password_short: 'Debe tener 8 caracteres o más',
  email_in_use: 'Ya hay una persona con esta dirección de correo',
}

export const messages: Translation<typeof englishMessages> = {
  sign_up_requested:
    '¡Cuenta creada! Le hemos enviado un correo: confirme su dirección con el enlace en un plazo de 24 horas.',
  sign_up_off: 'El registro está cerrado por ahora.',
  sign_up_waiting: 'Su cuenta espera la aprobación. Le escribiremos en cuanto pueda iniciar sesión.',
  sign_up_decided: 'Esta solicitud ya se decidió.',
  sign_up_approved: 'Aprobado. Hay un mensaje en camino.',
  sign_up_refused: 'Rechazado. Hay un mensaje con el motivo en camino.',
  email_confirmed: 'Gracias: su dirección de correo está confirmada.',
  not_impersonating: 'No está actuando como otra persona.',
  account_switched: 'Ahora trabaja en esta organización.',
  last_administrator:
    'Al menos un usuario debe tener todos los permisos de administrador. Asígnelos antes a otro usuario.',
  home_account: 'Es la propia empresa del usuario. Cambie el tipo de acceso en la página del usuario.',
  second_factor_over: 'Se agotó el tiempo o hubo demasiados intentos. Inicie sesión de nuevo.',
  second_factor_needed:
    'Su tipo de acceso exige el acceso en dos pasos: agregue otro método antes de quitar el último.',
  second_factor_reset: 'El acceso en dos pasos se ha restablecido.',
  no_second_factor: 'Los códigos de recuperación requieren el acceso en dos pasos: configúrelo primero.',
  wrong_code: 'Este código no es correcto o ya se usó.',
  badge_issued: 'Emitido. La credencial o el código anterior ya no sirve.',
  badge_revoked: 'Revocado.',
  unknown_passkey: 'Esta llave de acceso es desconocida.',
  passkey_added: 'Llave de acceso agregada.',
  passkey_failed: 'No se pudo agregar la llave de acceso. Inténtelo de nuevo.',
  totp_added: 'Aplicación agregada. Ahora necesita un código de ella para iniciar sesión.',
  totp_there: 'Ya hay una aplicación de autenticación: quítela primero.',
  password_changed: 'Su contraseña ha cambiado. Sus otras sesiones han terminado.',
  network_not_allowed: 'Solo puede iniciar sesión desde las redes que autoriza su administrador.',
  session_ended: 'La sesión ha terminado.',
  sessions_ended: 'Sus otras sesiones han terminado.',
  reset_requested: 'Si este usuario existe, le enviamos un mensaje con un enlace.',
  password_reset: 'Su contraseña ha cambiado. Inicie sesión con la nueva.',
  code_over: 'Este enlace ya se usó o venció. Pida uno nuevo.',
  is_user: 'Esta persona ya puede iniciar sesión.',
  invited: 'Invitación creada.',
  invitation_withdrawn: 'Invitación retirada. Su enlace ya no sirve.',
  account_created: '¡Cuenta creada!',
}
