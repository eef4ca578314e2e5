export { BillingAddressInput, ShippingAddressInput } from './AddressInputs.tsx'
export { CreditReasonInput } from './CreditReasonInput.tsx'
export { DiscountInput } from './DiscountInput.tsx'
export { VendorInput } from './VendorInput.tsx'
