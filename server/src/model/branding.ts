/** How the public pages of a domain present it, in plain text. */
export interface Branding {
  /** Colour of buttons, `#rrggbb` in lower case; `null`: that of this service. */
  readonly accent: string | null
  /** Empty: none. */
  readonly title: string
  /** May have line feeds; empty: none. */
  readonly words: string
  readonly links: readonly BrandingLink[]
  /** Whether pages offer visitors without a wallet an account with a passkey, where the service does. */
  readonly offersPasskey: boolean
  readonly directory: DirectoryMode
}

/** The public page of a domain with its names: none, one that search engines are asked to leave out, or one that they may list. */
export const directoryModes = ['off', 'on', 'indexed'] as const

type DirectoryMode = (typeof directoryModes)[number]

export interface BrandingLink {
  readonly title: string
  /** http(s). */
  readonly url: string
}

/** Absent parts are unchanged. */
export type BrandingChanges = { readonly [Part in keyof Branding]?: Branding[Part] | undefined }

export const emptyBranding: Branding = {
  accent: null,
  title: '',
  words: '',
  links: [],
  offersPasskey: true,
  directory: 'off',
}
