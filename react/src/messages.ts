import type { BynameErrorName } from '@byname/sdk'

/** The texts of the components. */
export interface Messages {
  /** Label of the field. */
  readonly label: string
  readonly placeholder: string
  /** Below the field, while nothing is typed. */
  readonly hint: string
  readonly looking: string
  readonly free: string
  readonly taken: (name: string) => string
  /** For a wallet, which may be that of the visitor. */
  readonly reservedName: (name: string) => string
  readonly hasDot: string
  /** By the name of the rule; absent: the reason of the service, which is English. */
  readonly rules: Readonly<Record<string, string>>
  /** Above the names in place of one that is not available. */
  readonly suggestions: string
  readonly typeFirst: string
  /** The button; without a name before one is typed. */
  readonly claim: (name: string | undefined) => string
  readonly connect: string
  readonly noWallet: string
  readonly signing: string
  readonly declined: string
  readonly failed: string
  readonly unreachable: string
  readonly gone: string
  readonly changed: string
  /** A character that names do not have. */
  readonly badCharacter: string
  /** By the name of the error; absent: one of the sentences above. */
  readonly errors: Readonly<Partial<Record<BynameErrorName, string>>>
  readonly issued: string
  readonly pending: string
  readonly pendingText: string
  readonly claimAnother: string
  readonly loading: string
  readonly notIssued: string
  readonly reserved: string
  /** Of a sealed name, and what it means by `sealed.state`. */
  readonly sealed: string
  readonly seal: Readonly<Record<'signed' | 'ended' | 'unsigned', string>>
  readonly links: string
  readonly holder: string
  readonly retry: string
}

export const englishMessages: Messages = {
  label: 'Your name',
  placeholder: 'alice',
  hint: 'Choose the name that you want.',
  looking: 'Looking …',
  free: 'Free',
  taken: (name) => `${name} is taken.`,
  reservedName: (name) => `${name} is reserved. The wallet that it is reserved for can claim it.`,
  hasDot: 'A name has no dot.',
  rules: {},
  suggestions: 'Names that are free',
  typeFirst: 'Type a name first.',
  claim: (name) => (name === undefined ? 'Claim' : `Claim ${name}`),
  connect: 'Connect your wallet',
  noWallet: 'To claim a name, open this page in a browser with a wallet.',
  signing: 'Sign in your wallet …',
  declined: 'You declined the signature. Nothing has changed.',
  failed: 'That did not work. Try again.',
  unreachable: 'The service cannot be reached right now. Try again in a moment.',
  gone: 'This is not available here right now.',
  changed: 'It has changed in the meantime. Reload the page.',
  badCharacter: 'A character of it cannot be in a name, such as a space or a symbol.',
  errors: {},
  issued: 'It is yours',
  pending: 'Requested',
  pendingText: 'The owner of the domain decides about this name. It is held for you until then.',
  claimAnother: 'Claim another name',
  loading: 'Loading …',
  notIssued: 'This name is not issued.',
  reserved: 'This name is reserved.',
  sealed: 'Sealed',
  seal: {
    signed: 'Wallets and apps take only what its holder has signed. Not even this service can change it.',
    ended: 'What its holder signed has expired. Wallets find nothing until the holder signs again.',
    unsigned: 'Its holder has not signed anything yet. Wallets find nothing until then.',
  },
  links: 'Links',
  holder: 'Holder',
  retry: 'Try again',
}
