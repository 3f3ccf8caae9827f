/** A host of a domain's owner, at which this service shows the public pages of that domain and of its names. */
export interface DomainHost {
  /** Lower case, in ASCII (RFC 5890 A-labels), without a port. */
  readonly host: string
  readonly domainKey: number
  /** When the proof was found first. Milliseconds since 1970, as the others. */
  readonly provenAt: number
  /** When the proof was last looked for. */
  readonly checkedAt: number
  /** Since when it has been missing; null while it is there. */
  readonly missingSince: number | null
}

interface ServiceUrl {
  /** Absent on the machine of a developer. */
  readonly publicUrl: string | undefined
  /** That it listens on. */
  readonly port: number
}

/** The origin of a host, or of the service itself: with the scheme and port of the public URL. */
export function originOfHost({ publicUrl, port }: ServiceUrl, host?: string): string {
  const url = new URL(publicUrl ?? `http://localhost:${port}`)
  if (host !== undefined) url.hostname = host
  return url.origin
}
