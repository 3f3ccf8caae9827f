/** Lookups of a name, the last one in `hour`. */
export interface NameLookups {
  readonly subnameKey: number
  /** Hours since 1970. */
  readonly hour: number
  readonly lookups: number
}

/** Lookups of a domain and its names in one hour. */
export interface LookupCount {
  readonly domainKey: number
  /** Hours since 1970. */
  readonly hour: number
  readonly lookups: number
  /** Those of names that do not exist, or resolve to nothing because they are reserved or blocked. */
  readonly absent: number
}
