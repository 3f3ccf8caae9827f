import { createClaims } from './claims.ts'
import type { ClientContext } from './context.ts'
import { createDomains } from './domains.ts'
import { createEvents } from './events.ts'
import { createHttp, type DataOf, type HttpMethod, type InitArguments, type PathOf } from './http.ts'
import { createInvitations } from './invitations.ts'
import type { ChainId } from './name.ts'
import { createNames } from './names.ts'
import { createPolicies } from './policies.ts'
import { createPrimaryNames } from './primary-names.ts'
import type { Wallet } from './wallet.ts'
import { createWebhooks } from './webhooks.ts'

export interface ClientOptions {
  /** Of the service: `https://names.acme.com`. */
  readonly url: string
  /** Of a workspace. Never in a page: its visitors could read it. */
  readonly apiKey?: string | undefined
  /** Signs what holders do: an account or a wallet client of viem, a signer of ethers, a wallet of the browser (EIP-1193). */
  readonly wallet?: Wallet | undefined
  /** Absent: 1, mainnet. 11155111 is Sepolia. */
  readonly chainId?: ChainId | undefined
  /** Site of signed messages; absent: of the page, and outside of pages that of the service. */
  readonly origin?: string | undefined
  /** ENSIP-15, such as `normalize` of viem/ens, for names that are not ASCII; absent: lower case. */
  readonly normalize?: ((name: string) => string) | undefined
  /** Absent: that of the platform. */
  readonly fetch?: typeof fetch | undefined
  /** For one attempt of a request; absent: 30 seconds. */
  readonly timeoutMs?: number | undefined
  /** Further attempts after a failure that may pass; absent: 3. */
  readonly maxRetries?: number | undefined
  /** A longer `Retry-After` is an error at once; absent: 60 seconds. */
  readonly maxRetryAfterSeconds?: number | undefined
}

export type Client = ReturnType<typeof createClient>

/** Opens no connection: the first call does. @throws TypeError without a `url` of http. */
export function createClient({
  url,
  apiKey,
  wallet,
  chainId = 1,
  origin,
  normalize = (name) => name.toLowerCase(),
  // Browsers call it as a function of the window.
  fetch = (input, init) => globalThis.fetch(input, init),
  timeoutMs = 30_000,
  maxRetries = 3,
  maxRetryAfterSeconds = 60,
}: ClientOptions) {
  const service = URL.canParse(url) ? new URL(url) : undefined
  if (!service || !/^https?:$/.test(service.protocol))
    throw new TypeError(
      `createClient needs the url of the service, such as https://names.acme.com, and got ${url}.`,
    )
  const headers: Record<string, string> = apiKey === undefined ? {} : { 'x-api-key': apiKey }
  const http = createHttp({ url, headers, fetch, timeoutMs, maxRetries, maxRetryAfterSeconds })
  const context: ClientContext = {
    http,
    chainId,
    normalize,
    wallet,
    hasApiKey: apiKey !== undefined,
    origin: origin ?? pageOrigin() ?? service.origin,
  }
  return {
    names: createNames(context),
    domains: createDomains(context),
    policies: createPolicies(context),
    claims: createClaims(context),
    invitations: createInvitations(context),
    primaryNames: createPrimaryNames(context),
    events: createEvents(context),
    webhooks: createWebhooks(context),

    /** Any operation of the interface, with the types of its document, and with retries and errors as all calls have them. */
    request: async <Method extends HttpMethod, Path extends PathOf<Method>>(
      method: Method,
      path: Path,
      ...init: InitArguments<Method, Path>
    ): Promise<DataOf<Method, Path>> => (await http.send(method, path, ...init)).data,
  }
}

/** Undefined in Node, and in documents without a site, such as files. */
function pageOrigin(): string | undefined {
  const { location } = globalThis as { readonly location?: { readonly origin: string } }
  return location?.origin.startsWith('http') ? location.origin : undefined
}
