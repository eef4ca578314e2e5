// What a new installation says of the screens on which work is planned and billed, and of the settings: texts, no code.
import { type HelpArticle, list, picture, text } from './articleText.ts'

/** The screens beside those of the fleet. */
export const screenArticles: readonly HelpArticle[] = [
  {
    help_article_id: 10,
    module: 'devices',
    en: text(
      'The list of devices',
      'All devices, the most urgent first',
      picture('devices', 'en', 'The list of devices with level, room and when each tank runs out'),
      'Each row names the place and the product; the device id stands below. The list begins with the tanks that need you most. Sort by any column to change that.',
      list(
        'The counts on top are <strong>tanks by state</strong>. Click one to see only those.',
        'Filters appear as chips. Save a combination you need often with <strong>Save view</strong>, and share it with your company.',
        'Select several rows to change, tag or export them together.',
      ),
    ),
    es: text(
      'La lista de dispositivos',
      'Todos los dispositivos, los más urgentes primero',
      picture('devices', 'es', 'La lista de dispositivos con nivel, espacio y cuándo se agota cada tanque'),
      'Cada fila nombra el lugar y el producto; debajo está el id del dispositivo. La lista empieza por los tanques que más lo necesitan. Ordene por otra columna para cambiarlo.',
      list(
        'Los números de arriba son <strong>tanques por estado</strong>. Haga clic en uno para ver solo esos.',
        'Los filtros aparecen como fichas. Guarde una combinación frecuente con <strong>Guardar vista</strong> y compártala con su empresa.',
        'Seleccione varias filas para cambiarlas, etiquetarlas o exportarlas juntas.',
      ),
    ),
  },
  {
    help_article_id: 11,
    module: 'devices',
    en: text(
      'The map',
      'Where the tanks that need you are',
      picture('map', 'en', 'The map of devices with the list beside it'),
      'Choose <strong>Map</strong> above the list of devices. Each mark shows the state of a device by color and shape. Marks that lie close together become a ring whose parts are the shares of each state; click it to zoom in.',
      'The list beside the map holds the devices in view. Point at a row to find its mark. Filters hold for the map as they do for the list.',
    ),
    es: text(
      'El mapa',
      'Dónde están los tanques que lo necesitan',
      picture('map', 'es', 'El mapa de dispositivos con la lista al lado'),
      'Elija <strong>Mapa</strong> encima de la lista de dispositivos. Cada marca muestra el estado de un dispositivo con color y forma. Las marcas cercanas se unen en un anillo con la proporción de cada estado; haga clic en él para acercar.',
      'La lista junto al mapa contiene los dispositivos a la vista. Señale una fila para encontrar su marca. Los filtros valen para el mapa igual que para la lista.',
    ),
  },
  {
    help_article_id: 12,
    module: 'companies',
    en: text(
      'Customers',
      'A customer on one page',
      picture('customer', 'en', 'A customer with terms, devices and contacts'),
      'The page of a customer answers first and is edited second: <strong>Edit</strong> opens one section at a time. The tabs hold phones, e-mails, addresses and notes.',
      'Payment terms, currency and units of a customer are filled in on its new orders. Users of a company above it see this customer too.',
    ),
    es: text(
      'Clientes',
      'Un cliente en una página',
      picture('customer', 'es', 'Un cliente con condiciones, dispositivos y contactos'),
      'La página de un cliente primero responde y después se edita: <strong>Editar</strong> abre una sección a la vez. Las pestañas contienen teléfonos, correos, direcciones y notas.',
      'Las condiciones de pago, la moneda y las unidades de un cliente se completan en sus pedidos nuevos. Los usuarios de una empresa superior también ven este cliente.',
    ),
  },
  {
    help_article_id: 13,
    module: 'transaction_documents',
    en: text(
      'Orders',
      'From the quote to the last delivery',
      picture('orders', 'en', 'The list of orders with their status'),
      'Quotes, sales orders, purchase orders and invoices are in one list; the type tells them apart. <strong>Order a fill</strong> at a tank begins an order with the quantity that fits.',
      list(
        'A sales order that is <strong>waiting for shipment</strong> can be loaded on a truck.',
        'While its products are on a shipment, an order is locked.',
        'What was delivered is written on each line. <strong>Close short</strong> ends an order whose rest will not be delivered.',
      ),
    ),
    es: text(
      'Pedidos',
      'De la cotización a la última entrega',
      picture('orders', 'es', 'La lista de pedidos con su estado'),
      'Cotizaciones, pedidos de venta, órdenes de compra y facturas están en una lista; el tipo los distingue. <strong>Pedir un llenado</strong> en un tanque empieza un pedido con la cantidad que cabe.',
      list(
        'Un pedido de venta <strong>en espera de envío</strong> se puede cargar en un camión.',
        'Mientras sus productos están en un envío, el pedido está bloqueado.',
        'Lo entregado figura en cada línea. <strong>Cerrar con faltante</strong> termina un pedido cuyo resto no se entregará.',
      ),
    ),
  },
  {
    help_article_id: 14,
    module: 'transaction_documents',
    en: text(
      'Invoices and payments',
      'Billing what was delivered',
      picture('invoice', 'en', 'An invoice with its lines, total and payments'),
      'An order is billed by what was delivered, not by what was ordered: <strong>Convert sales order to invoice</strong> takes over the delivered quantities that no invoice holds yet.',
      list(
        'An invoice that is open, sent or billed takes payments. With the last one it is paid.',
        'A payment is never deleted: <strong>Reverse</strong> keeps it, struck through, with the reason.',
        '<strong>Export or print</strong> gives the invoice as a PDF.',
        '<a href="/door_money">Money at the door</a> lists the cash and the checks that drivers took. Enter what was counted for each driver and day and press <strong>Settle</strong>; another sum needs a reason. The invoice over the delivery is paid with it as soon as it is open. What is more waits to be put on another invoice, or to be given back.',
      ),
    ),
    es: text(
      'Facturas y pagos',
      'Facturar lo entregado',
      picture('invoice', 'es', 'Una factura con sus líneas, total y pagos'),
      'Un pedido se factura por lo entregado, no por lo pedido: <strong>Convertir pedido de venta en factura</strong> toma las cantidades entregadas que aún no están en ninguna factura.',
      list(
        'Una factura abierta, enviada o facturada recibe pagos. Con el último queda pagada.',
        'Un pago nunca se borra: <strong>Anular</strong> lo deja tachado, con el motivo.',
        '<strong>Exportar o imprimir</strong> da la factura como PDF.',
        '<a href="/door_money">Cobros en la puerta</a> enumera el efectivo y los cheques que cobraron los conductores. Escriba lo contado por conductor y día y pulse <strong>Liquidar</strong>; otra suma necesita un motivo. Con ello se paga la factura de la entrega en cuanto está abierta. Lo que sobra espera a asignarse a otra factura o a devolverse.',
      ),
    ),
  },
  {
    help_article_id: 15,
    module: 'shipment_planners',
    en: text(
      'Shipments',
      'A truck, its loads and its stops',
      picture('shipment', 'en', 'A shipment with its compartments and loads'),
      'A shipment is one trip of a truck: its driver, its days, and what is in each compartment for whom. It goes from draft to in route, delivered and finalized; the recipient signs at the end.',
      'The product checks each load: room in the tank, the compartment, the weight, and what was carried before. Only people who may override limits can go beyond one, and they give a reason.',
    ),
    es: text(
      'Envíos',
      'Un camión, sus cargas y sus paradas',
      picture('shipment', 'es', 'Un envío con sus compartimentos y cargas'),
      'Un envío es un viaje de un camión: su conductor, sus días y qué lleva cada compartimento y para quién. Pasa de borrador a en ruta, entregado y finalizado; al final firma quien recibe.',
      'El producto revisa cada carga: el espacio en el tanque, el compartimento, el peso y lo que se llevó antes. Solo quien puede exceder los límites puede pasar uno, y da un motivo.',
    ),
  },
  {
    help_article_id: 16,
    module: 'work_orders',
    en: text(
      'Work orders',
      'Repairs and returns of devices',
      picture('work-order', 'en', 'A work order with its device, contact and status'),
      'A work order follows a device from the request to the finished work: why it came back, who asked, both tracking numbers, what was done and by whom. Its steps are the buttons on top.',
      'Private notes are for staff only. A closed work order can be reopened.',
    ),
    es: text(
      'Órdenes de trabajo',
      'Reparaciones y devoluciones de dispositivos',
      picture('work-order', 'es', 'Una orden de trabajo con su dispositivo, contacto y estado'),
      'Una orden de trabajo sigue un dispositivo desde la solicitud hasta el trabajo terminado: por qué volvió, quién lo pidió, los dos números de seguimiento, qué se hizo y quién. Sus pasos son los botones de arriba.',
      'Las notas privadas son solo para el personal. Una orden cerrada se puede reabrir.',
    ),
  },
  {
    help_article_id: 17,
    module: 'configuration',
    en: text(
      'Configuration and settings',
      'How your business works',
      picture('settings', 'en', 'The settings of the business'),
      'The configuration, in the user menu, leads to every list that other screens choose from: tank types, payment terms, options, firmware. <strong>Settings</strong> holds what is true for the whole business: its name, e-mail, sign-in rules, levels for new tanks, and how long readings are kept.',
      'A setting takes effect as soon as it is saved.',
    ),
    es: text(
      'Configuración y ajustes',
      'Cómo funciona su empresa',
      picture('settings', 'es', 'Los ajustes de la empresa'),
      'La configuración, en el menú de usuario, lleva a cada lista de la que eligen otras pantallas: tipos de tanque, condiciones de pago, opciones, firmware. <strong>Ajustes</strong> contiene lo que vale para toda la empresa: su nombre, el correo, las reglas de acceso, los niveles para tanques nuevos y cuánto se conservan las lecturas.',
      'Un ajuste vale en cuanto se guarda.',
    ),
  },
  {
    help_article_id: 18,
    module: 'users',
    en: text(
      'Users',
      'Who can sign in, and as what',
      picture('users', 'en', 'The list of users with their login types'),
      'A user belongs to a person. Invite people from their page: they choose their own username and password. The login type grants permissions; for one account, permissions can be added or withdrawn.',
      'A user can be limited to some devices or tags, and can work in several companies. The permission explainer, in the configuration, says why somebody may do something or not.',
    ),
    es: text(
      'Usuarios',
      'Quién puede iniciar sesión, y con qué función',
      picture('users', 'es', 'La lista de usuarios con sus tipos de acceso'),
      'Un usuario pertenece a una persona. Invítela desde su página: ella elige su nombre de usuario y contraseña. El tipo de acceso concede permisos; a una sola cuenta se le pueden agregar o retirar.',
      'Un usuario puede limitarse a ciertos dispositivos o etiquetas y trabajar en varias empresas. La explicación de permisos, en la configuración, dice por qué alguien puede o no puede hacer algo.',
    ),
  },
  {
    help_article_id: 19,
    module: 'subscriptions',
    en: text(
      'Subscriptions',
      'What a customer pays for its devices',
      picture('subscriptions', 'en', 'The list of subscriptions'),
      'A subscription has a plan, an amount, a term and its device seats. Its last day follows from the start and the term; on the day after it is shown as expired.',
    ),
    es: text(
      'Suscripciones',
      'Lo que un cliente paga por sus dispositivos',
      picture('subscriptions', 'es', 'La lista de suscripciones'),
      'Una suscripción tiene un plan, un monto, un plazo y sus plazas de dispositivo. Su último día resulta del inicio y del plazo; al día siguiente aparece como vencida.',
    ),
  },
  {
    help_article_id: 20,
    module: 'tanker_trucks',
    en: text(
      'Tanker trucks',
      'Compartments and weights',
      picture('trucks', 'en', 'The list of tanker trucks'),
      'Enter each truck and trailer with its compartments and weights: shipments are checked against them. A weight of 0 means that no limit is known.',
    ),
    es: text(
      'Camiones cisterna',
      'Compartimentos y pesos',
      picture('trucks', 'es', 'La lista de camiones cisterna'),
      'Ingrese cada camión y remolque con sus compartimentos y pesos: los envíos se revisan con ellos. Un peso de 0 significa que no se conoce un límite.',
    ),
  },
  {
    help_article_id: 30,
    module: 'devices',
    en: text(
      'Sites',
      'Where the tanks of a customer stand',
      'A site is a place where you deliver: its address and position, whom to call, how to get in, and when deliveries are welcome. The delivery hours are by the clock of the site, whatever your own time zone is.',
      list(
        '<strong>Contract</strong> says who decides: <em>automatic</em> (you), <em>will call</em> (the customer asks) or <em>keep full</em> (topped up on every round).',
        'The <strong>gate code</strong> is kept encrypted. Drivers, dispatchers and whoever may edit the site can show it; each time is recorded in the history. It is never printed or exported.',
        'A site where devices stand cannot be deleted. Move the devices first.',
      ),
    ),
    es: text(
      'Sitios',
      'Dónde están los tanques de un cliente',
      'Un sitio es un lugar donde se entrega: su dirección y posición, a quién llamar, cómo entrar y cuándo se reciben entregas. El horario de entrega sigue el reloj del sitio, sea cual sea su propia zona horaria.',
      list(
        'El <strong>contrato</strong> dice quién decide: <em>automático</em> (usted), <em>a pedido</em> (el cliente lo solicita) o <em>mantener lleno</em> (se llena en cada recorrido).',
        'El <strong>código del portón</strong> se guarda cifrado. Lo pueden mostrar los conductores, los despachadores y quien puede editar el sitio; cada vez queda en el historial. Nunca se imprime ni se exporta.',
        'Un sitio con dispositivos no se puede eliminar. Primero mueva los dispositivos.',
      ),
    ),
  },
  {
    help_article_id: 31,
    module: 'devices',
    en: text(
      'Home',
      'Your tanks, and what comes to them',
      'A customer begins here. Each tank shows its level and how old it is, until when it lasts, and the next delivery: the planned day, and about what time once the truck is on its way.',
      list(
        '<strong>Order a fill</strong> opens an order with the tank, its product and as much as it can take. Change the quantity, choose a day, add your PO number or a note.',
        'An order stands under <strong>Coming deliveries</strong> until a truck brings it. A delivery that was made shows its ticket number; press it to read the ticket.',
        '<strong>To pay</strong> lists the invoices that were sent to you, with the amount that is open and the day on which it is due.',
        '<strong>What you use</strong> adds up each month of the last year by product.',
      ),
      'The <strong>Dashboard</strong> is still in the menu. Choose what you see first in your profile.',
    ),
    es: text(
      'Inicio',
      'Sus tanques y lo que llegará a ellos',
      'Aquí comienza un cliente. Cada tanque muestra su nivel y de cuándo es, hasta cuándo alcanza y la próxima entrega: el día previsto y la hora aproximada cuando el camión ya está en camino.',
      list(
        '<strong>Pedir un llenado</strong> abre un pedido con el tanque, su producto y todo lo que cabe. Cambie la cantidad, elija un día y agregue su número de orden de compra o una nota.',
        'Un pedido figura en <strong>Próximas entregas</strong> hasta que un camión lo trae. Una entrega hecha muestra su número de ticket; púlselo para leerlo.',
        '<strong>Por pagar</strong> enumera las facturas que se le enviaron, con el importe pendiente y el día de vencimiento.',
        '<strong>Su consumo</strong> suma cada mes del último año por producto.',
      ),
      'El <strong>Tablero</strong> sigue en el menú. En su perfil puede elegir qué ve primero.',
    ),
  },
]
