export { BillingAddressInput, ShippingAddressInput } from './AddressInputs.tsx'
export { DiscountInput } from './DiscountInput.tsx'
export { DocumentTypeInput } from './DocumentTypeInput.tsx'
export { VendorInput } from './VendorInput.tsx'
