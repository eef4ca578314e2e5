import type { Translation } from '#core/platform/texts/translation.ts'
import type { en } from './texts.en.ts'

/** The page of settings, in Spanish. */
export const es = {
  find: 'Buscar un ajuste',
  none: 'No se encontraron ajustes.',
  about: {
    company: 'Cómo lo ven los clientes, distribuidores y proveedores, y la zona horaria de su empresa.',
    mail: 'El remitente de los correos.',
    access: 'Reglas de acceso: quién, desde dónde y por cuánto tiempo.',
    alerts: 'Niveles de alerta de los tanques sin niveles propios.',
    unexplained: 'Pérdidas y subidas que no explica ninguna entrega, ni el clima, ni el día de la semana.',
    services: 'Tipos de cambio y mapas de otros proveedores.',
    weather: 'Los pronósticos de consumo siguen el clima de cada tanque.',
    retention: 'Cuánto tiempo se conservan las lecturas.',
  },
  health: {
    fine: 'Todo funciona.',
    without_backup: 'Todo funciona, pero este servidor no hace copias de seguridad.',
    attention_one: '{{count}} parte necesita atención.',
    attention_other: '{{count}} partes necesitan atención.',
    states: { failing: 'Fallo', warning: 'Aviso', ok: 'Bien', off: 'Inactivo' },
    parts: {
      intake: 'Lecturas por guardar',
      events: 'Trabajo posterior',
      failing_events: 'Trabajo posterior fallido',
      failing_tasks: 'Tareas fallidas',
      mails: 'Correos',
      webhooks: 'Webhooks',
      standby: 'Base de datos de reserva',
      disk: 'Espacio libre en disco',
      backup: 'Copia diaria',
      archive: 'Archivo',
      base: 'Copia base del archivo',
      trial: 'Restauración de prueba del archivo',
    },
    about: {
      intake: 'Registros de dispositivos que esperan en este servidor.',
      events: 'Cuánto llevan esperando alertas y otras consecuencias.',
      failing_events: 'Consecuencias que fallaron y se intentan de nuevo.',
      failing_tasks: 'Tareas cuya última ejecución en este servidor falló.',
      mails: 'Cuánto lleva esperando el correo más antiguo.',
      webhooks: 'Cuánto lleva esperando el mensaje más antiguo.',
      standby: 'Retraso de la base de datos de reserva.',
      disk: 'El disco más lleno en el que escribe este servidor.',
      backup: 'Tiempo desde la última copia.',
      archive: 'Los datos que se perderían con este disco.',
      base: 'Tiempo desde la última copia base.',
      trial: 'Antigüedad de los datos de la última prueba correcta.',
    },
    what_to_do: {
      intake:
        'Los dispositivos envían más rápido de lo que se guarda. Revise el disco y el procesador de la base de datos.',
      events: 'Revise la carga de la base de datos y el registro del servidor; reinícielo si nada avanza.',
      failing_events: 'Busque «failed» en el registro: nombra el evento y el motivo.',
      failing_tasks: 'Busque «a scheduled task failed» en el registro: nombra la tarea y el motivo.',
      mails: 'Revise SMTP_URL y el servidor de correo; Correos enviados muestra cada error.',
      webhooks: 'Abra Webhooks: el registro de cada uno muestra lo que responde su receptor.',
      standby: 'Defina DATABASE_READ_URL para leer de una réplica; si ya está definida, revise la réplica.',
      disk: 'Borre copias antiguas o amplíe el disco. Un disco lleno detiene la recepción.',
      backup: 'Defina BACKUP_DIR y compruebe que la carpeta admite escritura y tiene espacio.',
      archive:
        'Defina ARCHIVE_URL para restaurar cualquier minuto; si ya está definida, compruebe que el almacén responde.',
      base: 'El archivo necesita ARCHIVE_URL. El registro dice por qué falló la copia base.',
      trial:
        'El archivo necesita ARCHIVE_URL. El registro dice por qué falló la última prueba; sin ella la restauración no está probada.',
    },
  },
} satisfies Translation<typeof en>
