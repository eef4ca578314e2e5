import { type HelpArticle, picture, steps, text } from './articleText.ts'

/** The main jobs, step by step. */
export const jobArticles: readonly HelpArticle[] = [
  {
    help_article_id: 21,
    module: 'shipment_planners',
    en: text(
      'Plan a day',
      'Plan a day of deliveries',
      picture('plan-a-day', 'en', 'Choosing orders and tanks for a shipment'),
      steps(
        'Open <a href="/dispatch">Dispatch</a> and choose the day. What must, should and could be brought stands on the left, each with its reason and the quantity that fits.',
        'Drag a tank or an order to a truck, or choose <strong>Put on a truck</strong>; <strong>Put all must on…</strong> fills a truck by urgency. Each load gets its compartment, and what does not fit is named with the limit.',
        '<strong>Propose rounds</strong> looks for the best rounds for the day, three days or a week; you can end the search at any time. Dashed rounds are only proposed: each stop tells what it adds to the way, and what a trip of its own would be. Keep a stop with the pin, leave one out with the cross, then <strong>Accept</strong> one round or <strong>Accept all</strong>. <strong>Propose anew</strong> keeps what you decided. Under <strong>left out</strong> stands what no truck brings, and why.',
        'A shipment can also be planned by hand: <a href="/shipment_planners">Shipments</a>, <strong>New shipment</strong>, then its truck, driver and days.',
        '<strong>Choose orders or tanks</strong>: orders waiting for shipment, and tanks running low, with the quantity that fits. Select the stops of the trip.',
        'Set the compartment and the quantity of each load. What does not fit is named before the truck leaves.',
        'Save, print the papers, and <strong>Mark as in route</strong> when the truck leaves.',
        'In the evening <strong>Mark as delivered</strong>, then <strong>Finalize shipment</strong>: enter what was actually delivered. The recipient signs.',
      ),
    ),
    es: text(
      'Planear un día',
      'Planear un día de entregas',
      picture('plan-a-day', 'es', 'Elegir pedidos y tanques para un envío'),
      steps(
        'Abra <a href="/dispatch">Despacho</a> y elija el día. A la izquierda está lo imprescindible, lo conveniente y lo posible, con su motivo y la cantidad que cabe.',
        'Arrastre un tanque o un pedido a un camión, o elija <strong>Poner en un camión</strong>; <strong>Cargar todo lo imprescindible…</strong> llena un camión por urgencia. Cada carga recibe su compartimento, y lo que no cabe se señala con el límite.',
        '<strong>Proponer rutas</strong> busca las mejores rutas para el día, tres días o una semana; la búsqueda se puede terminar en cualquier momento. Las rutas con borde discontinuo solo son propuestas: cada parada dice cuánto agrega al camino y cuánto sería un viaje propio. Fije una parada con el alfiler, déjela fuera con la cruz y elija <strong>Aceptar</strong> en una ruta o <strong>Aceptar todo</strong>. <strong>Proponer de nuevo</strong> conserva lo que usted decidió. En <strong>quedan fuera</strong> está lo que ningún camión lleva y por qué.',
        'Un envío también se planea a mano: <a href="/shipment_planners">Envíos</a>, <strong>Nuevo: Envío</strong>, y luego su camión, conductor y días.',
        '<strong>Elegir pedidos o tanques</strong>: pedidos en espera de envío y tanques con poco producto, con la cantidad que cabe. Seleccione las paradas del viaje.',
        'Indique el compartimento y la cantidad de cada carga. Lo que no cabe se señala antes de que salga el camión.',
        'Guarde, imprima los documentos y elija <strong>Marcar como en ruta</strong> cuando salga el camión.',
        'Por la tarde elija <strong>Marcar como entregado</strong> y después <strong>Finalizar envío</strong>: ingrese lo que realmente se entregó. Firma quien recibe.',
      ),
    ),
  },
  {
    help_article_id: 22,
    module: 'transaction_documents',
    en: text(
      'Bill a week',
      'Bill what was delivered in a week',
      picture('bill-a-week', 'en', 'Sales orders with something delivered, to be billed'),
      steps(
        'Finalize all shipments of the week: only then do the orders know what was delivered.',
        'Open <a href="/orders">Orders</a> and filter for sales orders that are open or received. Save the view for next week.',
        'Open each order and choose <strong>Convert sales order to invoice</strong>. The invoice holds the delivered quantities that were not billed yet.',
        'Check prices and charges, then <strong>Mark as open</strong> and send the invoice: print it, or send the PDF by e-mail.',
        'Record payments on the invoice as they come in. The dashboard shows the orders that are still open.',
      ),
    ),
    es: text(
      'Facturar una semana',
      'Facturar lo entregado en una semana',
      picture('bill-a-week', 'es', 'Pedidos de venta con entregas por facturar'),
      steps(
        'Finalice todos los envíos de la semana: solo entonces los pedidos saben qué se entregó.',
        'Abra <a href="/orders">Pedidos</a> y filtre los pedidos de venta abiertos o recibidos. Guarde la vista para la próxima semana.',
        'Abra cada pedido y elija <strong>Convertir pedido de venta en factura</strong>. La factura contiene las cantidades entregadas que aún no se habían facturado.',
        'Revise precios y cargos, elija <strong>Marcar como abierto</strong> y envíe la factura: imprímala o envíe el PDF por correo.',
        'Registre los pagos en la factura cuando lleguen. El tablero muestra los pedidos que siguen abiertos.',
      ),
    ),
  },
  {
    help_article_id: 23,
    module: 'companies',
    en: text(
      'Set up a customer with a tank and device',
      'From the new customer to the first reading',
      picture('set-up', 'en', 'The form of a new customer'),
      steps(
        'Open <a href="/customers">Customers</a> and choose <strong>Set up a customer</strong>. Customer, site, device and tank stand on one page; for a customer that exists, open it and choose <strong>Add a place</strong>.',
        'Customer: name, payment terms and units. Site: name, address, position, contract and how one gets in.',
        'Device: enter or scan the id printed on it. With it, the company claims the device.',
        'Tank: product, sensor, shape, dimensions or strapping table, and the mild and urgent levels. Then choose <strong>Set everything up</strong>: all of it is saved, or nothing. What you typed is kept in this browser until then.',
        'Choose <strong>Make the key</strong> and put it in the device. The page waits for the first message and shows it by itself.',
        'Open the person of the customer and choose <strong>Invite to sign in</strong>, so that they see their own tanks.',
      ),
    ),
    es: text(
      'Dar de alta un cliente con tanque y dispositivo',
      'Del cliente nuevo a la primera lectura',
      picture('set-up', 'es', 'El formulario de un cliente nuevo'),
      steps(
        'Abra <a href="/customers">Clientes</a> y elija <strong>Configurar un cliente</strong>. Cliente, sitio, dispositivo y tanque están en una sola página; para un cliente que ya existe, ábralo y elija <strong>Agregar un lugar</strong>.',
        'Cliente: nombre, condiciones de pago y unidades. Sitio: nombre, dirección, posición, contrato y cómo se entra.',
        'Dispositivo: escriba o escanee el id impreso en él. Con él, la empresa reclama el dispositivo.',
        'Tanque: producto, sensor, forma, medidas o tabla de calibración, y los niveles moderado y urgente. Después elija <strong>Configurar todo</strong>: se guarda todo o nada. Lo que escribió se conserva en este navegador hasta entonces.',
        'Elija <strong>Crear la clave</strong> y póngala en el dispositivo. La página espera el primer mensaje y lo muestra por sí sola.',
        'Abra la persona del cliente y elija <strong>Invitar a iniciar sesión</strong>, para que vea sus propios tanques.',
      ),
    ),
  },
  {
    help_article_id: 24,
    module: 'alerts',
    en: text(
      'Answer an alert',
      'Answer an alert in four steps',
      picture('answer-an-alert', 'en', 'Acknowledging an alert with a note'),
      steps(
        'Open <a href="/alerts">Alerts</a>. Those that wait for an answer come first, grouped by site, with the level and the forecast of the tank.',
        'Open the alert’s tank to see what triggered it. A reading that is not trusted says so.',
        'Act from there: <strong>Order a fill</strong> or <strong>Put on a truck</strong>, with the quantity that fits.',
        '<strong>Acknowledge</strong> the alert with a note, so that nobody does it twice, or <strong>Snooze</strong> it until the delivery. The keys are J and K to move, A to acknowledge, S to snooze.',
      ),
      'The alert closes by itself when the level is back.',
    ),
    es: text(
      'Responder a una alerta',
      'Responder a una alerta en cuatro pasos',
      picture('answer-an-alert', 'es', 'Confirmar una alerta con una nota'),
      steps(
        'Abra <a href="/alerts">Alertas</a>. Primero vienen las que esperan respuesta, agrupadas por sitio, con el nivel y el pronóstico del tanque.',
        'Abra el tanque de la alerta para ver qué la causó. Una lectura no confiable lo indica.',
        'Actúe desde ahí: <strong>Pedir un llenado</strong> o <strong>Asignar a un camión</strong>, con la cantidad que cabe.',
        '<strong>Confirme</strong> la alerta con una nota, para que nadie lo haga dos veces, o <strong>pospóngala</strong> hasta la entrega. Las teclas son J y K para moverse, A para confirmar y S para posponer.',
      ),
      'La alerta se cierra sola cuando el nivel se recupera.',
    ),
  },
  {
    help_article_id: 25,
    module: 'devices',
    en: text(
      'What a forecast says',
      'A range, a reason, and a track record',
      picture('forecast', 'en', 'A tank’s card with its forecast, the reason and the track record'),
      'A forecast says in how many days a tank will be empty, and always as a range: eight times out of ten the day lies inside it. Plan by the early end when running out would hurt.',
      steps(
        '<strong>Because</strong> names what the forecast follows: steady use, the days of the week, the cold, last year, or similar tanks.',
        '<strong>Track record</strong> tells how close this tank’s last forecasts were.',
        'In the history, the dashed line is the forecast and the shaded area its range, down to the mild and urgent levels.',
        'An <strong>estimated</strong> level is hatched: the device has been silent, and what should be left is shown.',
      ),
    ),
    es: text(
      'Qué dice un pronóstico',
      'Un intervalo, un motivo y un historial de aciertos',
      picture('forecast', 'es', 'La tarjeta de un tanque con su pronóstico, el motivo y los aciertos'),
      'Un pronóstico dice en cuántos días se vaciará un tanque, y siempre como intervalo: ocho de cada diez veces el día cae dentro. Planee por el extremo temprano cuando quedarse sin producto sería grave.',
      steps(
        '<strong>Por qué</strong> nombra lo que sigue el pronóstico: consumo constante, los días de la semana, el frío, el año pasado o tanques similares.',
        '<strong>Acierto hasta ahora</strong> dice qué tan cerca estuvieron los últimos pronósticos de este tanque.',
        'En el historial, la línea discontinua es el pronóstico y la parte sombreada su intervalo, hasta los niveles moderado y urgente.',
        'Un nivel <strong>estimado</strong> aparece rayado: el dispositivo no reporta y se muestra lo que debería quedar.',
      ),
    ),
  },
]
