// What a new installation says of the screens on which tanks and people are looked at: texts, no code.
import { type HelpArticle, list, text } from './articleText.ts'

/** Getting around, and the screens of the fleet and of people. */
export const fleetArticles: readonly HelpArticle[] = [
  {
    help_article_id: 1,
    module: 'general',
    en: text(
      'Getting around',
      'Find anything, from anywhere',
      'Press <kbd>Ctrl</kbd> <kbd>K</kbd> (on a Mac <kbd>⌘</kbd> <kbd>K</kbd>) and type a part of a name, a serial number or a screen. A misspelled word is found too.',
      list(
        '<kbd>/</kbd> goes to the search of the list you are in.',
        'The frame in the header scans a code: the label of a device opens its profile. A camera or a keyboard scanner will do.',
        '<kbd>?</kbd> shows all keys.',
        '<kbd>Esc</kbd> closes what is open; <kbd>Ctrl</kbd> <kbd>S</kbd> saves a form.',
      ),
      'Filters and sorting are part of the page’s address, so you can send a view to a colleague as a link.',
    ),
    es: text(
      'Orientarse',
      'Encontrar todo desde cualquier pantalla',
      'Presione <kbd>Ctrl</kbd> <kbd>K</kbd> (en un Mac <kbd>⌘</kbd> <kbd>K</kbd>) y escriba parte de un nombre, un número de serie o una pantalla. También se encuentra lo mal escrito.',
      list(
        '<kbd>/</kbd> lleva a la búsqueda de la lista actual.',
        'El marco del encabezado escanea un código: la etiqueta de un dispositivo abre su perfil. Sirve una cámara o un lector con función de teclado.',
        '<kbd>?</kbd> muestra todas las teclas.',
        '<kbd>Esc</kbd> cierra lo que está abierto; <kbd>Ctrl</kbd> <kbd>S</kbd> guarda un formulario.',
      ),
      'Los filtros y el orden están en la dirección de la página: puede enviar una vista a un colega como enlace.',
    ),
  },
  {
    help_article_id: 2,
    module: 'dashboard',
    en: text(
      'Reading the dashboard',
      'Which tanks need you, and when',
      'The bar at the top counts your tanks by state. Click a state to see only those tanks; click again for all.',
      list(
        '<strong>Urgent</strong>: at or below the red line. <strong>Mild</strong>: at or below the yellow line.',
        '<strong>Overfill</strong>: above 95 % of the capacity.',
        '<strong>Offline</strong>: the device has been silent for more than three of its upload intervals.',
        '<strong>Low battery</strong>: below 20 %.',
      ),
      'A gray gauge is old data; a hatched one is an estimate. Everything on the screen changes by itself when a device reports.',
    ),
    es: text(
      'Leer el tablero',
      'Qué tanques lo necesitan, y cuándo',
      'La barra superior cuenta sus tanques por estado. Haga clic en un estado para ver solo esos tanques; otra vez para verlos todos.',
      list(
        '<strong>Urgente</strong>: en la línea roja o por debajo. <strong>Moderado</strong>: en la línea amarilla o por debajo.',
        '<strong>Sobrellenado</strong>: más del 95 % de la capacidad.',
        '<strong>Sin conexión</strong>: el dispositivo lleva callado más de tres de sus intervalos de envío.',
        '<strong>Batería baja</strong>: menos del 20 %.',
      ),
      'Un indicador gris son datos antiguos; uno rayado es una estimación. Todo cambia por sí solo cuando un dispositivo reporta.',
    ),
  },
  {
    help_article_id: 3,
    module: 'devices',
    en: text(
      'A tank’s page',
      'Levels, forecast and history of a device',
      'Each port of a device watches one tank. Its card shows the volume, the <strong>ullage</strong> (how much the tank can still take), the age of the reading and whether the number can be trusted.',
      'The forecast comes from the use of the last four months: it follows the days of the week, growth, stretches without use and sudden changes, and is always a range. It says why, and the history shows it as a dashed line with a band. With fewer than three days of data a tank goes by those of its kind in your company; where there are none, there is no forecast.',
      'A tank without a sensor, or with a silent one, can be read by a person: <strong>Enter a level</strong>, with what was delivered right before. Deliveries of planned rounds enter themselves. From level to level the forecast learns the use.',
      'In the history, deliveries and alerts are marked on the same time axis as the level. Choose 1w, 1m, YTD, 1y or All, or drag in the chart to zoom.',
    ),
    es: text(
      'La página de un tanque',
      'Niveles, pronóstico e historial de un dispositivo',
      'Cada puerto de un dispositivo vigila un tanque. Su tarjeta muestra el volumen, el <strong>espacio libre</strong> (cuánto cabe todavía), la antigüedad de la lectura y si el número es confiable.',
      'El pronóstico se calcula con el consumo de los últimos cuatro meses: sigue los días de la semana, el crecimiento, los períodos sin consumo y los cambios repentinos, y siempre es un intervalo. Dice por qué, y el historial lo muestra como línea discontinua con su banda. Con menos de tres días de datos un tanque se guía por los de su tipo en su empresa; si no los hay, no hay pronóstico.',
      'Un tanque sin sensor, o con uno que calla, puede leerlo una persona: <strong>Registrar un nivel</strong>, con lo entregado justo antes. Las entregas de rutas planificadas se registran solas. De nivel en nivel el pronóstico aprende el consumo.',
      'En el historial, las entregas y alertas están en el mismo eje de tiempo que el nivel. Elija 1 sem., 1 mes, este año, 1 año o todo, o arrastre en el gráfico para ampliar.',
    ),
  },
  {
    help_article_id: 4,
    module: 'devices',
    en: text(
      'Setting up a tank',
      'From the dimensions to the right volume',
      'Open the device, then the tab with its tanks, and choose the shape. The drawing follows what you enter, in your units.',
      list(
        'If the manufacturer’s model is in the list, choose it: its dimensions are copied in.',
        'The <strong>sensor offset</strong> is the distance from the sensor to the top of the tank (ultrasonic, radar) or to its bottom (pressure). It is never 0.',
        'For a tank that has a strapping chart, choose the strapping table and paste the pairs of height and volume.',
        'Set the yellow and the red line as percent or as volume. Yellow lies above red.',
      ),
      'A change of the dimensions counts from the next reading on; the history stays as it was measured.',
    ),
    es: text(
      'Configurar un tanque',
      'De las medidas al volumen correcto',
      'Abra el dispositivo, después la pestaña de tanques, y elija la forma. El dibujo sigue lo que escribe, en sus unidades.',
      list(
        'Si el modelo del fabricante está en la lista, elíjalo: se copian sus medidas.',
        'El <strong>desfase del sensor</strong> es la distancia del sensor al borde superior del tanque (ultrasonido, radar) o al fondo (presión). Nunca es 0.',
        'Para un tanque con tabla de aforo, elija la tabla de aforo y pegue los pares de altura y volumen.',
        'Defina las líneas amarilla y roja en porcentaje o en volumen. La amarilla está por encima de la roja.',
      ),
      'Un cambio de medidas vale desde la próxima lectura; el historial queda como se midió.',
    ),
  },
  {
    help_article_id: 5,
    module: 'alerts',
    en: text(
      'Answering alerts',
      'Acknowledge, snooze, and what closes by itself',
      'An alert opens once and closes by itself when the level has recovered by two points, so it does not flicker.',
      list(
        '<strong>Acknowledge</strong> tells the others that you have seen it; a note says what you are doing about it.',
        '<strong>Snooze</strong> silences it until a time that you choose.',
        'A <strong>sudden loss</strong> (a leak or a theft) ends when somebody acknowledges it or the tank is filled.',
        'An <strong>unexplained loss</strong> is more use, for days, than the days before, the weekday and the cold explain. It ends when use is as before; acknowledged, it becomes the usual use after four weeks. It is not certified leak detection.',
      ),
      'No alert comes from a suspended device, nor from a reading that cannot be trusted.',
      'The alerts of a device show what raised each of them, and for each rule why it fired or what is missing; <strong>Try</strong> tells when it would have fired in the last 90 days.',
    ),
    es: text(
      'Responder a las alertas',
      'Confirmar, posponer, y qué se cierra solo',
      'Una alerta se abre una vez y se cierra sola cuando el nivel se ha recuperado dos puntos, para que no parpadee.',
      list(
        '<strong>Confirmar</strong> dice a los demás que la ha visto; una nota dice qué hará.',
        '<strong>Posponer</strong> la silencia hasta el momento que elija.',
        'Una <strong>pérdida repentina</strong> (fuga o robo) termina cuando alguien la confirma o se llena el tanque.',
        'Una <strong>pérdida sin explicación</strong> es más consumo, durante días, que lo que explican los días anteriores, el día de la semana y el frío. Termina cuando el consumo es como antes; confirmada, pasa a ser el consumo habitual tras cuatro semanas. No es una detección de fugas certificada.',
      ),
      'Ni un dispositivo suspendido ni una lectura no confiable abren alertas.',
      'Las alertas de un dispositivo muestran qué causó cada una, y de cada regla por qué avisó o qué falta; <strong>Probar</strong> dice cuándo habría avisado en los últimos 90 días.',
    ),
  },
  {
    help_article_id: 6,
    module: 'tags',
    en: text(
      'Device tags',
      'Group devices your own way',
      'A tag is a word of your company that you attach to devices: a route, a region, a contract. A device may have many.',
      'Filter the list of devices by tag, and limit what a user sees to the devices of some tags.',
    ),
    es: text(
      'Etiquetas',
      'Agrupar dispositivos a su manera',
      'Una etiqueta es una palabra de su empresa que pone a dispositivos: una ruta, una región, un contrato. Un dispositivo puede tener varias.',
      'Filtre la lista de dispositivos por etiqueta y limite lo que ve un usuario a los dispositivos de ciertas etiquetas.',
    ),
  },
  {
    help_article_id: 7,
    module: 'people',
    en: text(
      'People and users',
      'Who somebody is, and what they may do',
      'A <strong>person</strong> is somebody you know. A <strong>user</strong> is a person who can sign in. Their login type decides what they may do and which screens they see; an account can be limited to some devices or tags.',
      'Change your own language, units, time zone and notifications under <a href="/users/my_profile">My profile</a>.',
    ),
    es: text(
      'Personas y usuarios',
      'Quién es alguien y qué puede hacer',
      'Una <strong>persona</strong> es alguien que conoce. Un <strong>usuario</strong> es el permiso de una persona para iniciar sesión. Su tipo de acceso decide qué puede hacer y qué pantallas ve; una cuenta puede limitarse a ciertos dispositivos o etiquetas.',
      'Cambie su idioma, unidades, zona horaria y avisos en <a href="/users/my_profile">Mi perfil</a>.',
    ),
  },
  {
    help_article_id: 8,
    module: 'tank_products',
    en: text(
      'Tank products',
      'What is in the tank',
      'A product has a name, a color for gauges and charts, and a specific gravity: weights of loads follow from it. With a product group, volumes are also shown as they would be at 60 °F (15 °C), as an indication.',
    ),
    es: text(
      'Productos de tanque',
      'Qué hay en el tanque',
      'Un producto tiene un nombre, un color para indicadores y gráficos, y una gravedad específica de la que resulta el peso de las cargas. Con un grupo de productos, los volúmenes se muestran también a 15 °C (60 °F), a título indicativo.',
    ),
  },
  {
    help_article_id: 9,
    module: 'devices',
    en: text(
      'How right forecasts were',
      'What was said, compared with what happened',
      'A forecast is kept for each tank and day. Once a week, one of each tank’s forecasts is compared with what happened: the day when use, leaving out deliveries, passed the level. While a device was silent, nothing is compared.',
      list(
        'A tank’s page says how its last forecasts did, such as: half were within 0.8 days, 17 of 20 inside the range.',
        '<a href="/forecast_accuracy">Forecast accuracy</a> shows the same for all tanks that you can see, by distance and type of use, and the tanks that are hardest to forecast.',
        'Eight out of ten should end inside the range. Where they do not, ranges become wider by themselves, and narrower where they were too careful.',
      ),
      'Staff are told once a month how the forecasts did.',
    ),
    es: text(
      'Cuánto acertaron los pronósticos',
      'Lo que se dijo, comparado con lo que ocurrió',
      'De cada tanque se guarda un pronóstico al día. Una vez por semana y tanque se compara con lo ocurrido: el día en que el consumo, sin contar las entregas, había pasado el nivel. Mientras un dispositivo calla nadie lo sabe, y no se compara nada.',
      list(
        'La página de un tanque dice cómo fueron sus últimos pronósticos, por ejemplo: la mitad se desvió como mucho 0,8 días, 17 de 20 dentro del intervalo.',
        '<a href="/forecast_accuracy">Acierto de los pronósticos</a> muestra lo mismo de todos los tanques que puede ver, por distancia y tipo de consumo, y los más difíciles de prever.',
        'Un intervalo promete que ocho de cada diez acaban dentro. Donde no es así, los intervalos se ensanchan solos, y se estrechan donde eran demasiado prudentes.',
      ),
      'El personal recibe una vez al mes un resumen de cómo fueron los pronósticos.',
    ),
  },
]
