import { AsyncLocalStorage } from 'node:async_hooks'
import { z } from 'zod'
import { deferImport } from '../async/defer-import.ts'
import { AuthorityError } from './authority-error.ts'

const requestTimeoutMs = 20_000
const maxResponseBytes = 1_048_576

/** Of one request: each rejection brings the nonce of the next try (RFC 8555 §6.5). */
const maxRejectedNonces = 40

/** Ends the requests of what runs in it. */
const attempts = new AsyncLocalStorage<AbortSignal>()

/**
 * The library with bounds: a request ends in time and with its attempt, a response has a size, a refusal is an `AuthorityError`, and
 * nothing is sent again by itself: an authority that is overloaded says when to come back, which may be tomorrow.
 */
export const importClient = deferImport(async () => {
  const acme = await import('acme-client')
  const { axios } = acme
  Object.assign(axios.defaults, {
    maxContentLength: maxResponseBytes,
    maxRedirects: 3,
    acmeSettings: { ...Reflect.get(axios.defaults, 'acmeSettings'), retryMaxAttempts: 0 },
  })
  axios.interceptors.request.use((config) => {
    const attempt = attempts.getStore()
    const timeout = AbortSignal.timeout(requestTimeoutMs)
    config.signal = attempt ? AbortSignal.any([attempt, timeout]) : timeout
    return config
  })
  axios.interceptors.response.use(
    (response) => {
      const { status, data, headers } = response
      const problem = problemDocument.safeParse(data).data ?? {}
      if (status < 400 || problem.type === 'urn:ietf:params:acme:error:badNonce') return response
      throw refusalOf(status, problem, headers['retry-after'])
    },
    (error: unknown) => {
      throw new AuthorityError(sentenceOf(error), { cause: error })
    },
  )
  return acme
}, 'certificates')

export type AcmeLibrary = Awaited<ReturnType<typeof importClient>>

export type AcmeClient = InstanceType<AcmeLibrary['Client']>

export function createClient(
  acme: AcmeLibrary,
  options: ConstructorParameters<AcmeLibrary['Client']>[0],
): AcmeClient {
  const client = new acme.Client(options)
  // No option: by default it gives up after five.
  Object.assign(Reflect.get(client, 'http'), { maxBadNonceRetries: maxRejectedNonces })
  return client
}

/** Runs requests that end at the signal, and rejects with its reason then. */
export async function runAttempt<Result>(signal: AbortSignal, run: () => Promise<Result>): Promise<Result> {
  try {
    return await attempts.run(signal, run)
  } catch (error) {
    signal.throwIfAborted()
    throw error
  }
}

/** The library takes it that responses have the form of the standard: of others, it throws a `TypeError`. */
export function toAuthorityError(error: unknown): AuthorityError {
  if (error instanceof AuthorityError) return error
  const isSentence = error instanceof Error && error.name === 'Error'
  const message = isSentence ? oneLine(error.message) : 'The response of the authority could not be read.'
  return new AuthorityError(message, { cause: error })
}

/** RFC 9457; of other responses, an empty one. */
const problemDocument = z.object({ type: z.string().optional(), detail: z.string().optional() })

function refusalOf(
  status: number,
  { type, detail }: z.output<typeof problemDocument>,
  retryAfter: unknown,
): AuthorityError {
  const message = detail ? oneLine(detail) : `The authority has responded with status ${status}.`
  return new AuthorityError(message, { status, type, retryAfterMs: parseRetryAfter(retryAfter) })
}

/** Seconds or a date (RFC 9110 §10.2.3), from now; undefined for what is neither, or is over. */
export function parseRetryAfter(value: unknown, now = Date.now()): number | undefined {
  if (typeof value !== 'string') return undefined
  const ms = /^\d{1,10}$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now
  return ms > 0 ? ms : undefined
}

function sentenceOf(error: unknown): string {
  if (attempts.getStore()?.aborted || !(error instanceof Error)) return textOf(error)
  if ('code' in error && error.code === 'ERR_CANCELED')
    return `The authority has not responded in ${requestTimeoutMs / 1000} seconds.`
  return oneLine(`The authority could not be reached: ${textOf(error)}`)
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

const maxProblemLength = 300

/** A host's owner reads it. */
export function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').slice(0, maxProblemLength)
}
