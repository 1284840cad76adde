export { SignedAddresses } from './signed-addresses'
