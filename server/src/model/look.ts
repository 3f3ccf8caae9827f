/** How the public pages of a domain present it, in plain text. */
export interface Look {
  /** Colour of buttons, `#rrggbb` in lower case; `null`: that of this service. */
  readonly accent: string | null
  /** Empty: none. */
  readonly title: string
  /** May have line feeds; empty: none. */
  readonly words: string
  readonly links: readonly LookLink[]
}

export interface LookLink {
  readonly title: string
  /** http(s). */
  readonly url: string
}

/** Absent parts are unchanged. */
export type LookChanges = { readonly [Part in keyof Look]?: Look[Part] | undefined }

export const emptyLook: Look = { accent: null, title: '', words: '', links: [] }
