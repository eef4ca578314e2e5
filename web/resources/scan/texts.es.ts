import type { Translation } from '#core/platform/translation.ts'
import type { en } from './texts.en.ts'

export const es: Translation<typeof en> = {
  scan: {
    part_lookup: 'Búsqueda de piezas',
    scan_barcode: 'Escanear código de barras',
    cancel: 'Cancelar',
    close: 'Cerrar',
    picture: 'Lo que ve la cámara',
    camera: 'Cámara',
    rear: 'Cámara trasera',
    front: 'Cámara frontal',
    loading: 'Iniciando la cámara …',
    scanning: 'Ponga el código delante de la cámara.',
    paused: 'Se leyó un código.',
    off: 'La cámara está apagada. Un lector que escribe funciona igualmente.',
    rescan: 'Escanear de nuevo',
    delete_code: 'Eliminar el código actual',
    by_hand: 'O escriba el código',
    look_up: 'Usarlo',
    no_cameras: 'No se detectaron cámaras',
    no_rear_camera: 'No se detectó ninguna cámara trasera',
    no_front_camera: 'No se detectó ninguna cámara frontal',
    camera_denied: 'Permiso denegado. Permita la cámara en la configuración del navegador.',
    camera_busy: 'No se pudo usar la cámara. Quizá la tenga otro programa.',
    camera_insecure: 'La cámara solo funciona en una dirección que empieza por https.',
    scan_again: 'Escanee de nuevo',
    wrong_kind: 'Este no es el código que se espera aquí.',
    unreachable: 'El servidor no responde.',
    badge: 'Es la credencial de una persona: sirve para entrar por la puerta.',
    no_access: 'Código QR no válido o sin acceso',
  },
}
