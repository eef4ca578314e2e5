/** Names of a field in other programs, the most certain first: by its part or kind and its name, or by its name alone. */
const SYNONYMS: Readonly<Record<string, string>> = {
  company:
    'customer name|company name|customer full name|customer|company|account name|client name|client|organization name|organization|business name|vendor name|vendor|distributor|name|display name|full name',
  company_short: 'short name|alias|nickname|search name',
  account_number:
    'account number|customer number|account no|customer id|account id|customer code|account code|client number|client id|account|customer key|vendor number|vendor id|reference number|external id',
  parent_id:
    'parent company|parent customer|parent account|parent|parent company name|job of|sub customer of|belongs to',
  website: 'website url|website|web site|web|web address|homepage|url|website 1 value|company domain name',
  payment_term_id: 'payment terms|terms|payment term|customer terms|net terms|credit terms|terms code',
  currency_id: 'currency|currency code',
  notes: 'notes|note|comments|comment|memo|remarks|description|about us',
  status: 'active status|active|is active|status',
  'people.company_id':
    'company|company name|organization name|organization|employer|customer|customer name|account name|associated company',
  'sites.company_id': 'customer|customer name|company|company name|account name|owner|bill to|bill to name',
  'sites.name':
    'site name|location name|site|location|ship to name|ship to|job site|delivery location|tank location|name',
  'site.name':
    'site name|location name|site|location|ship to name|ship to|job site|delivery location|tank location',
  'sites.contract': 'contract|contract type|delivery type|delivery method',
  company_id: 'company|customer|customer name|company name|owner',
  address1:
    'street|street address|address|address 1|address line 1|street 1|address 1 street|billing street|billing address|bill address|bill to street|billing address line 1|bill to address|mailing address|mailing street|location address|site address|service address|delivery address',
  'shipping.address1':
    'shipping street|shipping address|ship address|ship to street|ship to address|shipping address line 1|delivery address|service address|address 2 street',
  address2:
    'address 2|address line 2|street 2|street line 2|suite|apt|unit|billing address line 2|address 1 extended address',
  'shipping.address2': 'shipping address line 2|ship to address 2|shipping street 2',
  city: 'city|town|billing city|bill to city|address 1 city|billing address city|mailing city|municipality|ciudad',
  'shipping.city': 'shipping city|ship to city|shipping address city|address 2 city',
  state:
    'state|st|state region|state province|province|region|billing state|bill to state|address 1 region|billing address state|mailing state',
  'shipping.state': 'shipping state|ship to state|shipping address state|address 2 region',
  zip_code:
    'zip|zip code|postal code|postcode|zip postal code|billing zip|bill to zip|billing zip code|billing postal code|address 1 postal code|mailing zip',
  'shipping.zip_code':
    'shipping zip|ship to zip|shipping zip code|shipping postal code|address 2 postal code',
  zip_code_ext: 'zip 4|zip ext|zip plus 4',
  country_id: 'country|country region|billing country|bill to country|address 1 country|nation',
  'shipping.country_id': 'shipping country|ship to country|address 2 country',
  latitude: 'latitude|lat|gps lat|y',
  longitude: 'longitude|lon|long|lng|gps long|x',
  contact_name: 'contact|contact name|contact person|attention|attn|primary contact',
  contact_phone: 'contact phone|phone|phone number|site phone|telephone',
  gate_code: 'gate code|gate|access code|gate pin',
  access_notes: 'access notes|directions|delivery instructions|instructions|driver notes|delivery notes',
  'phone.phone_number':
    'phone|phone number|phone numbers|main phone|work phone|business phone|office phone|phone 1|phone 1 value|primary phone|company phone|telephone number',
  phone_extension: 'extension|ext|phone extension|phone ext',
  'mobile.phone_number':
    'mobile|mobile phone|cell|cell phone|mobile number|mobile phone number|alt phone|phone 2|phone 2 value|secondary phone',
  'fax.phone_number': 'fax|fax number|business fax|work fax',
  email_address:
    'email|email address|main email|email 1|email 1 value|primary email|work email|company email|billing email|contact email|mail',
  first_name: 'first name|given name|first|forename|nombre',
  middle_name: 'middle name|mi|middle initial|additional name',
  last_name: 'last name|family name|surname|last|apellido',
  prefix: 'name prefix|prefix|salutation|mr ms|honorific',
  suffix: 'name suffix|suffix',
  nick_name: 'nickname|nick name|goes by',
  job_title: 'job title|organization title|title|position|role',
  public_id:
    'device id|device|monitor id|monitor|unit id|device code|device serial|serial number|serial|esn|rtu',
  label: 'label|device name|description|name',
  imei: 'imei|imei number|modem imei',
  sim: 'sim|iccid|sim number|sim card',
  site_id: 'site|site name|location|location name',
  device_id: 'device|device id|monitor|monitor id|tank monitor',
  port_number: 'port|port number|channel|input',
  product_id: 'product|product name|fuel|fuel type|commodity|tank product|contents|grade',
  def_us_gallons:
    'capacity|tank capacity|tank size|size|gallons|capacity gallons|capacity gal|size gal|tank size gal|volume',
  def_liters: 'capacity liters|liters|litres|capacity l|tank size l|volume l',
  imperial_height: 'height|tank height|height in|tank height in|diameter in',
  metric_height: 'height mm|tank height mm',
  reorder_yellow: 'reorder|reorder level|reorder point|low level|reorder percent',
  reorder_red: 'critical level|critical|very low level|must fill',
  product_name: 'product|product name|item|item name|description|name',
  truck_name: 'truck|truck name|truck number|unit number|vehicle',
  customer_po: 'po number|purchase order|customer po|po',
  external_number:
    'order number|order no|invoice number|invoice no|sales order number|number|document number|transaction number|order|invoice|order id|invoice id|order name|name|record id|id',
  document_date: 'order date|invoice date|date|transaction date|document date|created at|create date',
  due_date: 'due date|due|payment due|due on',
  'transaction_documents.device_id': 'device|device id|monitor|monitor id|tank monitor|tank|ship to',
  'details.product_id':
    'product service|product|item|item name|lineitem name|line item name|line item|product name|service|sku|item code|lineitem sku',
  'details.quantity':
    'quantity|qty|lineitem quantity|line item quantity|item quantity|units|gallons|qty ordered|quantity ordered',
  'details.unit_price':
    'unit price|rate|price|lineitem price|line item price|sales price|item rate|price each|price per unit|price per gallon',
  'details.unit_id': 'unit|uom|unit of measure|u m|item unit',
  'details.line_discount_amount': 'lineitem discount|line discount|line item discount|unit discount',
  term_days: 'days|net days|due days|days until due',
}

/** Variants of words, with their canonical form. */
const WORDS: Readonly<Record<string, string>> = {
  no: 'number',
  nr: 'number',
  num: 'number',
  nbr: 'number',
  cust: 'customer',
  acct: 'account',
  acc: 'account',
  addr: 'address',
  tel: 'phone',
  telephone: 'phone',
  ph: 'phone',
  organisation: 'organization',
  lbl: 'label',
}

/** The letters of a heading in canonical words: "Cust #" and "Customer No." are equal. */
export function headingLetters(heading: string): string {
  const words = heading
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll('#', ' number ')
    .replace(/e-mail/g, 'email')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !/^\p{M}+$/u.test(word))
  return words.map((word) => WORDS[word] ?? word).join('')
}

/** Names of a field in other programs, in the form of `headingLetters`. */
export function synonymsOf(kind: string, part: string | null, fieldName: string): string[] {
  const terms =
    SYNONYMS[`${part ?? kind}.${fieldName}`] ?? (part === 'shipping' ? undefined : SYNONYMS[fieldName])
  return (terms ?? '').split('|').filter(Boolean).map(headingLetters)
}
