/** A restored copy sends no webhooks and makes no payments: the original may still run. */
export interface Hold {
  readonly kind: 'restored'
  /** Milliseconds since 1970. */
  readonly since: number
}
