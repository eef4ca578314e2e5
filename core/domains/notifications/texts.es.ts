import { es as platform } from '#core/platform/texts/texts.es.ts'
import type { Translation } from '#core/platform/texts/translation.ts'
import type {
  en,
  messages as englishMessages,
  rules as englishRules,
  notificationTemplates as englishTold,
} from './texts.en.ts'

const webhookEvents = {
  'level.crossed': 'Nivel cruzado',
  'alert.opened': 'Alerta abierta',
  'alert.closed': 'Alerta resuelta',
  'device.silent': 'Dispositivo en silencio',
  'order.changed': 'Pedido modificado',
  'invoice.changed': 'Factura o nota de crédito modificada',
  'payment.changed': 'Pago registrado o revertido',
  'shipment.changed': 'Envío modificado',
  'ticket.changed': 'Comprobante de entrega emitido o firmado',
  'import.changed': 'Importación modificada',
  'readings.stored': 'Lecturas guardadas',
}

export const es: Translation<typeof en> = {
  webhooks: {
    label: 'Webhooks',
    single: 'Webhook',
    fields: {
      name: 'Nombre',
      url: 'Dirección',
      format: 'Formato',
      event_types: 'Eventos',
      status: 'Estado',
      disabled_reason: 'Motivo',
      user_id: 'Usuario',
      company_id: 'Empresa',
      has_secret: 'Tiene secreto',
      last_success_at: 'Último éxito',
      failing_since: 'Falla desde',
      last_error: 'Último error',
    },
    choices: {
      format: { standard: 'Standard Webhooks', slack: 'Slack', teams: 'Microsoft Teams' },
      event_types: webhookEvents,
      status: { active: 'Activo', disabled: 'Desactivado' },
      disabled_reason: {
        user: 'Desactivado por un usuario',
        failing: 'Sus mensajes fallaron durante tres días',
        gone: 'Su dirección respondió que ya no existe (410)',
        account: 'Su usuario fue desactivado o perdió la cuenta',
      },
    },
    sections: { webhook: 'Webhook' },
    help: {
      format: 'Slack y Teams reciben alertas como texto; su dirección se guarda cifrada',
      url: 'Por ejemplo, https://erp.example.com/ullage',
      name: 'Qué recibe los eventos, por ejemplo «ERP»',
    },
  },
  on_call_shifts: {
    label: 'Plan de guardias',
    single: 'Turno de guardia',
    fields: {
      company_id: 'Empresa',
      people_id: 'Persona',
      position: 'Posición',
      hours: 'Horas',
      time_zone: 'Zona horaria',
      wait_minutes: 'Minutos hasta la siguiente persona',
    },
    choices: {},
    sections: { shift: 'Turno de guardia' },
    help: {
      position:
        'Las alertas urgentes van primero a la posición 1; sin respuesta, a la siguiente posición de guardia',
      hours: 'Una noche son dos turnos: hasta las 24:00 y desde las 00:00 del día siguiente',
      wait_minutes: 'Una alerta tiene respuesta cuando se confirma o se pospone',
    },
  },
  webhook_deliveries: {
    label: 'Entregas de webhooks',
    single: 'Entrega de webhook',
    fields: {
      webhook_id: 'Webhook',
      message_id: 'Mensaje',
      event_type: 'Evento',
      resource: 'Tipo de registro',
      record_id: 'Número de registro',
      state: 'Estado',
      tries: 'Intentos',
      next_try_at: 'Próximo intento',
      tried_at: 'Último intento',
      last_status: 'Respuesta',
      last_error: 'Último error',
    },
    choices: {
      event_type: { ...webhookEvents, test: 'Prueba' },
      state: { waiting: 'En espera', sent: 'Enviado', failed: 'Fallido' },
    },
    sections: {},
  },
  notifications: {
    label: 'Avisos del personal',
    single: 'Aviso',
    fields: {
      subject: 'Asunto',
      message: 'Mensaje',
      object_name: 'Tipo de registro relacionado',
      object_id: 'Número de registro relacionado',
      modal: 'Ventana al iniciar sesión',
      file: 'Enlace a un documento',
      icon: 'Icono',
      icon_class: 'Estilo',
      login_types: 'Tipos de acceso',
      company_ids: 'Empresas',
      people_ids: 'Personas',
      date_created: 'Creado',
      date_sent: 'Enviado',
      receivers: 'Destinatarios',
    },
    choices: { login_types: platform.login_types },
    sections: {
      content: 'Contenido',
      receivers: 'Destinatarios',
      more: 'Detalles',
    },
    help: {
      subject: 'Vacío: el principio del mensaje',
      login_types: 'Lo recibe cada usuario con uno de estos tipos de acceso',
      company_ids: 'Lo recibe cada usuario con una cuenta en ellas',
      modal: 'Aparece en cada inicio de sesión hasta que el lector elija no verlo más',
    },
  },
}

export const notificationTemplates: Translation<typeof englishTold> = {
  alert_opened: {
    subject: '{{level}}: {{device}}',
    message: '{{company}}',
    with_figure: '{{company}}: {{figure}}',
    estimated: '{{company}}: alrededor de {{figure}}, estimado porque no hay lecturas confiables.',
    estimated_dry: '{{company}}: vacío según la estimación, porque no hay lecturas confiables.',
    estimated_since:
      '{{company}}: alrededor de {{figure}}, estimado porque no hubo lecturas confiables durante {{age}}.',
    estimated_dry_since:
      '{{company}}: vacío según la estimación, porque no hubo lecturas confiables durante {{age}}.',
  },
  per_day: 'unos {{amount}} al día',
  alert_closed: {
    subject: 'Resuelto: {{level}}, {{device}}',
    became_urgent: '{{level}} pasó a urgente: {{device}}',
    message: '{{company}}',
  },
  work_order: { subject: 'Orden de trabajo {{number}}: {{status}}', message: '{{device}}, {{company}}' },
  shipment: { subject: 'Envío {{number}}: {{status}}', message: '{{company}}' },
  sign_in_changed: {
    password: 'Su contraseña ha cambiado',
    username: 'Su nombre de usuario ha cambiado',
    email: 'Sus direcciones de correo han cambiado',
    totp_added: 'Se configuró una aplicación de autenticación para usted',
    totp_removed: 'Se quitó su aplicación de autenticación',
    passkey_added: 'Se agregó una llave de acceso para usted',
    passkey_removed: 'Se quitó una llave de acceso suya',
    recovery_codes_renewed: 'Sus códigos de recuperación se renovaron',
    second_factor_reset: 'Se restableció su acceso en dos pasos',
    badge_issued: 'Se emitió una credencial para usted',
    api_key_created: 'Se creó una clave de API para usted',
    single_sign_on: 'Inició sesión por primera vez con el inicio de sesión único',
    identity_provider: 'Guardó un proveedor de identidad, con el que otros inician sesión',
    webhook_secret: 'Se cambió la dirección o el secreto de uno de sus webhooks',
    by_you: 'Se hizo desde su propia cuenta.',
    by_other: 'Lo hizo {{by}}.',
    by_link: 'Se hizo con un enlace que se le envió por correo.',
  },
  invitation_accepted: { subject: '{{name}} ha aceptado su invitación', message: '{{company}}' },
  sign_up: { subject: '{{company}} quiere registrarse', message: '{{name}} espera la aprobación.' },
  test: {
    title: 'Una prueba de Ullage',
    body: 'Usted pidió esta prueba. Las alertas le llegarán aquí.',
    no_mail_server: 'Esta instalación no tiene servidor de correo.',
    no_address: 'Añada primero una dirección de correo a su perfil.',
    no_sms_provider: 'Esta instalación no tiene proveedor de mensajes de texto.',
    no_phone: 'Añada primero un número de teléfono a su perfil.',
    no_browser: 'Active primero las notificaciones push en un navegador.',
  },
  webhook_disabled: {
    subject: 'El webhook «{{name}}» se desactivó',
    message: '{{why}}. Último error: {{error}}',
  },
  backup_failed: {
    subject: 'No se pudo hacer la copia de seguridad de la base de datos',
    message: '{{reason}} Se vuelve a intentar cada hora.',
  },
  forecasts_reviewed: {
    subject: 'Acierto del pronóstico en {{month}}',
    message:
      '{{forecasts}} pronósticos llegaron a su plazo: {{inside}} dentro de su intervalo (se espera un 80 %), {{before_low}} antes de su extremo bajo (se espera un 10 %).',
    with_days:
      '{{forecasts}} pronósticos llegaron a su plazo: {{inside}} dentro de su intervalo (se espera un 80 %), {{before_low}} antes de su extremo bajo (se espera un 10 %). A dos semanas, la mitad se desvió como mucho {{days}} días.',
    worst: 'Los más difíciles de prever: {{worst}}.',
  },
  digest: {
    open_one: 'Hay una alerta abierta. Tiene {{unread}} avisos sin leer.',
    open: 'Hay {{count}} alertas abiertas. Tiene {{unread}} avisos sin leer.',
    line: '{{level}} desde {{since}}',
    none: 'Nada requiere atención: no hay alertas abiertas.',
    more: 'Y {{count}} más.',
  },
}

export const rules: Translation<typeof englishRules> = {
  no_receivers: 'Indique al menos un tipo de acceso, una empresa o una persona',
  reader_sees_device: 'Esta persona no puede ver este dispositivo',
  chat_events: 'Un chat solo recibe alertas',
  chat_stays: 'Cree otro webhook para otro formato',
  https_only: 'La dirección debe empezar por https',
}

export const messages: Translation<typeof englishMessages> = {
  webhook_is_chat: 'Un chat no tiene secreto de firma.',
  push_on: 'Las notificaciones push están activas en este navegador.',
  push_off: 'Las notificaciones push están desactivadas en este navegador.',
  test_sent: 'La prueba se envió.',
  test_mailed: 'La prueba va en camino por correo.',
  test_failed: 'La prueba no se entregó.',
  webhook_secret: 'Copie el secreto ahora: se muestra solo una vez.',
  webhook_tested: 'La prueba se entregó.',
  webhook_test_failed: 'La prueba no se entregó.',
  webhook_replayed: 'El mensaje se está enviando de nuevo.',
  webhook_no_secret: 'Cree primero un secreto de firma.',
  webhook_not_replayed: 'Una prueba no se puede enviar de nuevo.',
  webhook_is_disabled: 'Este webhook está desactivado. Actívelo primero.',
  email_on_its_way: 'El correo está en camino.',
  notification_sent: 'Este aviso ya se envió. No se puede cambiar.',
  notification_on_its_way: 'El aviso está en camino a sus destinatarios.',
}
