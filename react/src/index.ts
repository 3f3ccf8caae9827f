'use client'

export { ClaimName, type ClaimNameProps } from './ClaimName.tsx'
export { type BynameContext, useByname } from './context.ts'
export { explainError, NoWalletError } from './errors.ts'
export { englishMessages, type Messages } from './messages.ts'
export { NameCard, type NameCardProps } from './NameCard.tsx'
export { BynameProvider, type BynameProviderProps } from './Provider.tsx'
export { type AvailabilityOptions, useAvailability } from './use-availability.ts'
export { type AnnouncedWallet, useBrowserWallets } from './use-browser-wallets.ts'
export { useClaim } from './use-claim.ts'
export {
  type ClaimNameOptions,
  type ClaimNameState,
  type LabelState,
  useClaimName,
} from './use-claim-name.ts'
export { type MyNamesOptions, useMyNames } from './use-my-names.ts'
export { type NameOptions, useName } from './use-name.ts'
export { type NameUpdate, useUpdateName } from './use-update-name.ts'
