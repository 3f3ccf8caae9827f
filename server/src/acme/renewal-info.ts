import { z } from 'zod'
import { deferImport } from '../async/defer-import.ts'
import { AuthorityError } from './authority-error.ts'
import { type AcmeLibrary, parseRetryAfter } from './client.ts'

/** When an authority wants a certificate to be renewed (RFC 9773). Times are milliseconds since 1970. */
export interface RenewalAdvice {
  /** Undefined: it says nothing. */
  readonly window: { readonly start: number; readonly end: number } | undefined
  /** When to ask again, from now. */
  readonly recheckMs: number
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** RFC 9773 §4.3.2: an authority that asks for less or more gets these. */
const minRecheckMs = minuteMs
const maxRecheckMs = 24 * hourMs

/** RFC 9773 §4.3.3: after what is no such response. */
const recheckAfterFailureMs = 6 * hourMs

const directory = z.object({
  renewalInfo: z.url().optional(),
  meta: z.object({ profiles: z.record(z.string(), z.string()).optional() }).optional(),
})

export type Directory = z.output<typeof directory>

/** What the library does not know of it. */
export async function readDirectory({ axios }: AcmeLibrary, url: string): Promise<Directory> {
  const { data } = await axios.get<unknown>(url, { validateStatus: null })
  const parsed = directory.safeParse(data)
  if (!parsed.success) throw new AuthorityError('The directory of the authority could not be read.')
  return parsed.data
}

const renewalInfo = z.object({
  suggestedWindow: z
    .object({ start: z.iso.datetime({ offset: true }), end: z.iso.datetime({ offset: true }) })
    .transform(({ start, end }) => ({ start: Date.parse(start), end: Date.parse(end) }))
    .refine(({ start, end }) => start < end),
})

/** What fails is no reason to renew: the advice is then to ask later. @throws AuthorityError when it may be reached soon. */
export async function readRenewalAdvice(
  acme: AcmeLibrary,
  directoryUrl: string,
  chain: string,
): Promise<RenewalAdvice> {
  const { renewalInfo: base } = await readDirectory(acme, directoryUrl)
  if (base === undefined) return { window: undefined, recheckMs: maxRecheckMs }
  const url = `${base.replace(/\/$/, '')}/${await certificateId(chain)}`
  const response = await acme.axios.get<unknown>(url, { validateStatus: null }).catch((error: unknown) => {
    if (error instanceof AuthorityError && error.isRefusal) return undefined
    throw error
  })
  const parsed = renewalInfo.safeParse(response?.data)
  if (!response || !parsed.success) return { window: undefined, recheckMs: recheckAfterFailureMs }
  const retryAfterMs = parseRetryAfter(response.headers['retry-after']) ?? recheckAfterFailureMs
  return {
    window: parsed.data.suggestedWindow,
    recheckMs: Math.min(Math.max(retryAfterMs, minRecheckMs), maxRecheckMs),
  }
}

const importX509 = deferImport(() => import('@peculiar/x509'), 'certificates')

/** RFC 9773 §4.1: key identifier of the authority and serial number of the first certificate of a PEM chain. */
export async function certificateId(chain: string): Promise<string> {
  const { X509Certificate, AuthorityKeyIdentifierExtension, PemConverter } = await importX509()
  const certificate = new X509Certificate(PemConverter.decodeFirst(chain))
  const keyId = certificate.getExtension(AuthorityKeyIdentifierExtension)?.keyId
  if (keyId === undefined) throw new AuthorityError('The certificate does not name the key of its authority.')
  const encode = (hex: string) => Buffer.from(hex, 'hex').toString('base64url')
  return `${encode(keyId)}.${encode(withSign(certificate.serialNumber))}`
}

/** As in DER, which the library shortens: a positive number does not begin with a set bit. */
function withSign(hex: string): string {
  return /^[89a-f]/i.test(hex) ? `00${hex}` : hex
}
