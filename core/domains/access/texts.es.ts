import { es as platform } from '#core/platform/texts.es.ts'
import type { Translation } from '#core/platform/translation.ts'
import type { en } from './texts.en.ts'

export const es: Translation<typeof en> = {
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
