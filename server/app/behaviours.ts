import { companies } from '#core/domains/companies/companies.ts'
import { customers } from '#core/domains/companies/customers.ts'
import { distributors } from '#core/domains/companies/distributors.ts'
import { manufacturers } from '#core/domains/companies/manufacturers.ts'
import { shipping_carriers } from '#core/domains/companies/shipping_carriers.ts'
import { vendors } from '#core/domains/companies/vendors.ts'
import { devices } from '#core/domains/devices/devices.ts'
import { sensor_types } from '#core/domains/devices/sensor_types.ts'
import { Reason } from '#core/domains/orders/paymentBody.ts'
import { COUNTED_FIGURES } from '#core/domains/orders/totals.ts'
import { firstContactFields } from '#core/domains/people/newPerson.ts'
import { shipmentExtras } from '#core/domains/shipments/shipmentStops.ts'
import { tank_types } from '#core/domains/tanks/tank_types.ts'
import type { Registry, ResourceName } from '#core/registry.ts'
import type { Resource } from '#core/resources/definition.ts'
import { auditFilters, listAuditEntries, readAuditEntry } from '#server/domains/access/auditEntries.ts'
import { updatePermission, updateTemplate } from '#server/domains/access/rights/savePermissions.ts'
import { endSession } from '#server/domains/access/sessions/endSessions.ts'
import { identityProviderOperations } from '#server/domains/access/singleSignOn/identityProviders.ts'
import { createUser, createUsers } from '#server/domains/access/users/createUser.ts'
import { removeUser, updateUser } from '#server/domains/access/users/updateUser.ts'
import { alertFilters, formerDeviceNames, listAlerts, readAlert } from '#server/domains/alerts/listAlerts.ts'
import { companyOperations } from '#server/domains/companies/companyOperations.ts'
import { siteOperations } from '#server/domains/companies/saveSite.ts'
import { deviceFilters } from '#server/domains/devices/deviceFilters.ts'
import { DEVICE_EXTRA_FIELDS, listDevices } from '#server/domains/devices/listDevices.ts'
import { lockDevicesOfPorts } from '#server/domains/devices/lockDevices.ts'
import {
  createDevice,
  createDevices,
  removeDevice,
  updateDevice,
} from '#server/domains/devices/saveDevice.ts'
import { createFirmware, updateFirmware } from '#server/domains/devices/saveFirmware.ts'
import { createPort, createPorts, removePort, updatePort } from '#server/domains/devices/savePort.ts'
import { bankAccountOperations } from '#server/domains/finance/bankAccounts.ts'
import { currencyOperations, exchangeRateOperations } from '#server/domains/finance/currencyOperations.ts'
import {
  taxCodeOperations,
  taxExemptionOperations,
  taxRateOperations,
} from '#server/domains/finance/taxOperations.ts'
import { helpFilters, helpOperations } from '#server/domains/help/articles.ts'
import { mailOperations } from '#server/domains/mail/mailOperations.ts'
import { notificationOperations } from '#server/domains/notifications/staffNotifications.ts'
import { createWebhook, updateWebhook } from '#server/domains/notifications/webhooks/saveWebhook.ts'
import { changeDocumentStatus } from '#server/domains/orders/changeDocumentStatus.ts'
import { completeOrderRows } from '#server/domains/orders/completeOrderRows.ts'
import { customerFigures } from '#server/domains/orders/customerFigures.ts'
import { orderFigures } from '#server/domains/orders/orderFigures.ts'
import { printDocument } from '#server/domains/orders/print/printDocument.ts'
import { listDocuments, readDocument } from '#server/domains/orders/readDocument.ts'
import { createDocument, removeDocument, updateDocument } from '#server/domains/orders/saveDocument.ts'
import { archivePerson, updatePerson } from '#server/domains/people/archivePerson.ts'
import { contactBlocks } from '#server/domains/people/contactBlocks.ts'
import { addresses, contactOperations, emails, phones } from '#server/domains/people/contacts.ts'
import { createPeople, createPerson } from '#server/domains/people/createPerson.ts'
import { noteOperations } from '#server/domains/people/notes.ts'
import { peopleFilters } from '#server/domains/people/peopleFilters.ts'
import { personContacts } from '#server/domains/people/personContacts.ts'
import { createDepartment, updateDepartment } from '#server/domains/people/saveDepartment.ts'
import {
  createPostedPrice,
  createPostedPrices,
  restorePostedPrice,
} from '#server/domains/prices/postPrices.ts'
import { priceRuleOperations } from '#server/domains/prices/priceRuleOperations.ts'
import {
  categoryOperations,
  optionFilters,
  optionOperations,
} from '#server/domains/settings/optionOperations.ts'
import { unitOperations } from '#server/domains/settings/unitOperations.ts'
import { moveShipment } from '#server/domains/shipments/changeShipmentStatus.ts'
import { truckFigures } from '#server/domains/shipments/onTruck/truckFigures.ts'
import { printShipment } from '#server/domains/shipments/printShipment.ts'
import { listShipments, readShipment, shipmentFilters } from '#server/domains/shipments/readShipment.ts'
import { createShipment, removeShipment, updateShipment } from '#server/domains/shipments/saveShipment.ts'
import { createTruck, updateTruck } from '#server/domains/shipments/saveTruck.ts'
import { shipmentFigures } from '#server/domains/shipments/shipmentFigures.ts'
import { createSubscription, updateSubscription } from '#server/domains/subscriptions/saveSubscription.ts'
import { levelBasisOperations, levelChangeNotice } from '#server/domains/tanks/saveLevelBasis.ts'
import { createProduct, removeProduct, updateProduct } from '#server/domains/tanks/saveProduct.ts'
import { createSpec, updateSpec } from '#server/domains/tanks/saveSpec.ts'
import {
  readDeviceWithMargins,
  tankBlocks,
  tankLevelFields,
} from '#server/domains/telemetry/levels/tankLevelFields.ts'
import {
  fieldOperations,
  relationshipOperations,
  tableOperations,
} from '#server/domains/tools/dataDictionary.ts'
import { formOperations } from '#server/domains/tools/forms.ts'
import { readImportLog } from '#server/domains/tools/imports/importResponse.ts'
import { userFieldOperations } from '#server/domains/tools/userDefinedFields.ts'
import type { TravelTimes } from '#server/domains/travel/travelTimes.ts'
import { workOrderOperations } from '#server/domains/work_orders/workOrderOperations.ts'
import type { Encryptor } from '#server/platform/encryptor.ts'
import { printRecord } from '#server/resources/files/print.ts'
import type { QueryFilters } from '#server/resources/lists/matchingRows.ts'
import type { Operations } from '#server/resources/operations.ts'

interface Behaviour<R extends Resource> {
  operations?: Partial<Operations<R>>
  filters?: QueryFilters
}

type Behaviours = { [Name in ResourceName]?: Behaviour<Registry[Name]> }

const fixed: Behaviours = {
  active_sessions: { operations: { remove: endSession } },
  audit_entries: {
    operations: { list: listAuditEntries, read: readAuditEntry },
    filters: auditFilters,
  },
  alerts: {
    operations: { list: listAlerts, read: readAlert, computed: formerDeviceNames },
    filters: alertFilters,
  },
  options: { operations: optionOperations, filters: optionFilters },
  options_categories: { operations: categoryOperations },
  companies: { operations: companyOperations(companies) },
  customers: { operations: { ...companyOperations(customers), computed: customerFigures } },
  distributors: { operations: companyOperations(distributors) },
  manufacturers: { operations: companyOperations(manufacturers) },
  shipping_carriers: { operations: companyOperations(shipping_carriers) },
  vendors: { operations: companyOperations(vendors) },
  data_import_logs: { operations: { read: readImportLog } },
  currencies: { operations: currencyOperations },
  exchange_rates: { operations: exchangeRateOperations },
  firmware_versions: { operations: { create: createFirmware, update: updateFirmware } },
  departments: { operations: { create: createDepartment, update: updateDepartment } },
  devices: {
    operations: {
      list: listDevices,
      lean: DEVICE_EXTRA_FIELDS,
      read: readDeviceWithMargins,
      create: createDevice,
      createMany: createDevices,
      update: updateDevice,
      remove: removeDevice,
      computed: tankLevelFields,
      print: async (context, id) =>
        printRecord(context, devices, await readDeviceWithMargins(context, id), [
          ...(await contactBlocks(context, devices, id)),
          ...(await tankBlocks(context, id)),
        ]),
    },
    filters: deviceFilters,
  },
  device_ports: {
    operations: {
      create: createPort,
      createMany: createPorts,
      update: updatePort,
      remove: removePort,
      lockFirst: lockDevicesOfPorts,
    },
  },
  entity_addresses: { operations: contactOperations(addresses) },
  entity_emails: { operations: contactOperations(emails) },
  entity_phones: { operations: contactOperations(phones) },
  notes: { operations: noteOperations },
  notifications: { operations: notificationOperations },
  forms: { operations: formOperations },
  people: {
    operations: {
      create: createPerson,
      createMany: createPeople,
      createOnlyFields: firstContactFields,
      update: updatePerson,
      remove: archivePerson,
      computed: personContacts,
    },
    filters: peopleFilters,
  },
  sql_fields: { operations: fieldOperations },
  sql_relationships: { operations: relationshipOperations },
  sql_tables: { operations: tableOperations },
  posted_prices: {
    operations: {
      create: createPostedPrice,
      createMany: createPostedPrices,
      restore: restorePostedPrice,
    },
  },
  price_rules: { operations: priceRuleOperations },
  subscriptions: { operations: { create: createSubscription, update: updateSubscription } },
  help_articles: { operations: helpOperations, filters: helpFilters },
  mails: { operations: mailOperations },
  sensor_types: { operations: levelBasisOperations(sensor_types) },
  tank_products: {
    operations: {
      create: createProduct,
      update: updateProduct,
      remove: removeProduct,
      changeMessage: levelChangeNotice('tank_products'),
    },
  },
  tank_types: { operations: levelBasisOperations(tank_types) },
  tax_codes: { operations: taxCodeOperations },
  tax_exemptions: { operations: taxExemptionOperations },
  tax_rates: { operations: taxRateOperations },
  tanker_trucks: { operations: { computed: truckFigures, create: createTruck, update: updateTruck } },
  tank_specs: { operations: { create: createSpec, update: updateSpec } },
  transaction_documents: {
    operations: {
      list: listDocuments,
      computed: orderFigures,
      read: readDocument,
      create: createDocument,
      completeRows: completeOrderRows,
      update: updateDocument,
      move: (context, id, to, { reason }) =>
        changeDocumentStatus(context, id, to, typeof reason === 'string' ? reason : null),
      moveFields: { reason: Reason.nullish() },
      remove: removeDocument,
      print: printDocument,
      compares: [...COUNTED_FIGURES, 'details.line_total'],
    },
  },
  permission_templates: { operations: { update: updateTemplate } },
  permissions: { operations: { update: updatePermission } },
  units_of_measure: { operations: unitOperations },
  user_defined_fields: { operations: userFieldOperations },
  users: {
    operations: { create: createUser, createMany: createUsers, update: updateUser, remove: removeUser },
  },
  webhooks: { operations: { create: createWebhook, update: updateWebhook } },
  work_orders: { operations: workOrderOperations },
}

interface BehaviourServices {
  encryptor: Encryptor
  travel: TravelTimes
}

/** The kinds of record with special behaviour. All others are standard. */
export const behaviours = ({ encryptor, travel }: BehaviourServices): Behaviours => ({
  ...fixed,
  bank_accounts: { operations: bankAccountOperations(encryptor) },
  identity_providers: { operations: identityProviderOperations(encryptor) },
  sites: { operations: siteOperations(encryptor) },
  shipment_planners: {
    operations: {
      list: listShipments,
      lean: [],
      computed: shipmentFigures,
      read: (context, id) => readShipment(context, id, travel),
      extraResponseFields: shipmentExtras,
      create: (context, body) => createShipment(context, body, travel),
      update: (context, id, body) => updateShipment(context, id, body, travel),
      move: (context, id, status_id) => moveShipment(context, id, { status_id, travel }),
      remove: removeShipment,
      print: printShipment,
    },
    filters: shipmentFilters,
  },
})
