import { z } from 'zod'
import type { ErrorName } from '../errors.ts'
import { type ApiResponse, parseJson } from './send.ts'
import { escapeText } from './untrusted.ts'

/** Its message is shown to the model: what is wrong and what to do, and nothing internal. */
export class ToolError extends Error {
  override readonly name = 'ToolError'
  /** Of the interface; absent without one. */
  readonly errorName: string | undefined

  constructor(message: string, errorName?: string) {
    super(message)
    this.errorName = errorName
  }
}

const keyAdvice =
  'A key with that scope is made in the console under Keys, or by an owner of the workspace. Do not try other keys.'

/** What a model can do about an error, beyond its sentence. */
const advice: Partial<Record<ErrorName, string>> = {
  InvalidApiKeyException: 'Give the client of this server a valid key; a model cannot mend this.',
  ForbiddenException: keyAdvice,
  OriginNotAllowedException: 'Use a key that allows the origin of this client.',
  MissingSignatureException:
    'The key lacks the scope names:revoke, which a change of a name without the signature of its holder needs.',
  SubdomainAlreadyExistsException: 'Choose another label: check_availability suggests some.',
  SubnameNotFoundException: 'search_names lists the names of a domain.',
  EnsNotFound: 'list_domains has the domains of the key.',
  PolicyRefusedException: 'The resource byname://domain/{chainId}/{domain} has the rules of the domain.',
  LimitReachedException: 'The owner of the domain can raise its limit, or names can be revoked.',
  DomainBlockedException: 'Only an operator of the service can lift the block.',
  SubscriptionLapsedException: 'Only an operator of the service can renew it.',
  PreconditionFailedException: 'Read the name again with get_name, and decide anew.',
  IdempotencyKeyReusedException: 'Use another idempotencyKey for another request.',
  RequestInProgressException: 'Wait a second, then repeat the call with the same idempotencyKey.',
  ResponseNotKeptException: 'Read the name with get_name to see what was done.',
  PayloadTooLargeException: 'Send fewer or smaller records in a call.',
  UpstreamException: 'A chain or another service failed; try again later. diagnose_domain finds the cause.',
  UpstreamTimeoutException:
    'A chain or another service is too slow; try again later. diagnose_domain finds the cause.',
  InternalServerErrorException: 'Report the request to the operator of the service.',
}

export function adviceOf(name: string | undefined): string | undefined {
  return name !== undefined && Object.hasOwn(advice, name) ? advice[name as ErrorName] : undefined
}

const failedItem = z.object({ error: z.object({ name: z.string(), message: z.string() }) })
const failureBody = z.object({
  result: z.object({ error: z.string() }),
  errors: z.array(failedItem).optional(),
})

/** Characters of a message, which may quote what was sent. */
const maxMessageLength = 600

export function toToolError(response: ApiResponse): ToolError {
  const { name, message } = readFailure(response)
  const delay = response.headers['retry-after']
  const wait = delay && /^\d+$/.test(delay) ? `Repeat the call after ${delay} seconds.` : undefined
  const sentences = [formatError(name, message), wait ?? adviceOf(name)]
  return new ToolError(sentences.filter(Boolean).join(' '), name)
}

/** `<Name>: <sentence>`. */
export function formatError(name: string | undefined, message: string): string {
  const text = escapeText(message, maxMessageLength).text
  return name === undefined ? text : `${name}: ${text}`
}

/** The only item of a batch has an error of its own, which says more than that of the batch. */
function readFailure({ status, body }: ApiResponse): { name: string | undefined; message: string } {
  if (status === 402)
    return {
      name: undefined,
      message: 'This service charges for resolving names that are not its own, and these tools do not pay.',
    }
  const parsed = failureBody.safeParse(parseJson(body))
  if (!parsed.success) return { name: undefined, message: `The service answered with HTTP ${status}.` }
  const { errors = [], result } = parsed.data
  const [only, ...others] = errors
  if (only && others.length === 0) return only.error
  const [, name, message = result.error] = /^(\w+): (.*)$/s.exec(result.error) ?? []
  return { name, message }
}
