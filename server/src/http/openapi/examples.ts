import { type ErrorName, isErrorName, statusOf } from '../../errors.ts'
import { type JsonSchema, type OpenapiDocument, operationsOf } from './types.ts'

export const errorExamples: Readonly<Record<ErrorName, string>> = {
  BadRequestException: 'chainId: is missing',
  UnsupportedChainException: 'Unsupported chain 137: use 1 (mainnet) or 11155111 (Sepolia).',
  InvalidNameException: '"al ice" is not a valid ENS name: disallowed character: a space.',
  ScopeRequiredException: 'Give workspaceId, ensDomains or address.',
  RpcUrlRejectedException: 'The RPC that you named is not on a public host.',
  InvalidRecordException: 'A text key has at most 256 bytes in UTF-8; this one has 300.',
  CursorInFutureException:
    'The event of the cursor is not in the log any more: the database lost its newest events. Read the names again, then continue without a cursor.',
  InvalidApiKeyException: 'The API key is unknown, revoked or expired.',
  InvalidSessionException: 'The session has ended. Sign in again.',
  MissingSignatureException:
    'This operation needs the headers x-address, x-message and x-signature. Where its body has a member signature, that may ' +
    'replace x-signature.',
  InvalidSignatureException:
    'The address that is sent with the signature is not the one in the signed message.',
  ChallengeExpiredException: 'The signed message has expired.',
  ForbiddenException: 'This API key belongs to another workspace than demo.eth.',
  NotHolderException: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8 is not the holder of alice.demo.eth.',
  DomainBlockedException: 'demo.eth is blocked.',
  PolicyRefusedException: 'A name of acme.eth has at least 3 characters.',
  SubscriptionLapsedException:
    'The subscription of demo.eth on chain 1 has ended: issued names stay, new ones need the operator of this ' +
    'service to renew it.',
  OriginNotAllowedException: 'This API key may not be used from https://evil.example.',
  NotFoundException: 'There is no GET /ens/v3.',
  SubnameNotFoundException: 'alice.demo.eth does not exist on chain 1.',
  HostNotFoundException: 'names.acme.com shows no domain of this service.',
  TemplateNotFoundException: 'demo.eth has no template 01997a4e-6f3c-7c1e-9d6b-0d6d8a3f2b10.',
  MessageNotFoundException: 'There is no message 01997a4e-6f3c-7c1e-9d6b-0d6d8a3f2b10 for this wallet.',
  EnsNotFound: 'demo.eth is not onboarded on chain 1.',
  OffchainResolverNotFoundException: 'There is no off-chain resolver 01997a4e-6f3c-7c1e-9d6b-0d6d8a3f2b10.',
  WorkspaceNotFoundException: 'There is no workspace 01997a4e-6f3c-7c1e-9d6b-0d6d8a3f2b10.',
  ApiKeyNotFoundException: 'There is no API key 01997a4e-6f3c-7c1e-9d6b-0d6d8a3f2b10.',
  SessionNotFoundException: 'You have no session 01997a4e-6f3c-7c1e-9d6b-0d6d8a3f2b10.',
  MemberNotFoundException: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8 is not a member of this workspace.',
  PrimaryNameNotFoundException: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8 has no primary name on chain 1.',
  ClaimNotFoundException: 'demo.eth has no claim 01997a4e-6f3c-7c1e-9d6b-0d6d8a3f2b10.',
  InvitationLinkNotFoundException: 'acme.eth has no such invitation link.',
  InvitationLinkExpiredException: 'The invitation link was valid until 2030-01-01T00:00:00.000Z.',
  InvitationLinkRevokedException: 'The owner of acme.eth has revoked the invitation link.',
  InvitationLinkUsedUpException: 'The invitation link has been used as often as it can be.',
  WebhookNotFoundException: 'There is no webhook 01997a4e-6f3c-7c1e-9d6b-0d6d8a3f2b10.',
  DeliveryNotFoundException: 'The webhook has no delivery 42.',
  AlertTargetNotFoundException: 'The settings have no target 3f1c0a9be27d4856.',
  MethodNotAllowedException: '/ens/v2/resolve allows GET.',
  RequestTimeoutException: 'The request took too long to arrive.',
  SubdomainAlreadyExistsException: 'alice.demo.eth is taken.',
  EnsAlreadyExistsException: 'demo.eth is onboarded on chain 1 already.',
  NotReservedException: 'alice.demo.eth is claimed; only a reservation can be rejected.',
  AlreadyClaimedException: 'alice.demo.eth is claimed already.',
  ClaimNotPendingException: 'The claim of alice.demo.eth is not pending any more.',
  NotClaimedException: 'alice.demo.eth is only reserved. Accept or reject it.',
  HostNotProvenException:
    'names.acme.com does not name this domain yet. Set the TXT record _byname.names.acme.com, or serve the text.',
  SealedNameException:
    'alice.demo.eth is sealed on chain: only its holder, 0x70997970C51812dc3A010C7d01b50e0d17dc79C8, changes its records.',
  NotSealedException: 'alice.demo.eth is not sealed on chain.',
  SequenceTooLowException:
    'response: alice.demo.eth has a set with the number 7 already. Sign one with a greater number.',
  TemplateAlreadyExistsException: 'demo.eth has a template “Team” already.',
  WebhookDisabledException: 'The webhook is disabled. Enable it, then replay.',
  ReplayInProgressException:
    'An earlier replay of the webhook is still being sent. Try again once it is done.',
  CursorTooOldException:
    'The event of the cursor was deleted for its age, and maybe others behind it. Read the names again, then continue without a cursor.',
  LimitReachedException: 'demo.eth has no capacity for more subnames: its limit is reached.',
  MemberAlreadyExistsException:
    '0x70997970C51812dc3A010C7d01b50e0d17dc79C8 is a member with the role viewer.',
  LastOwnerException:
    '0x70997970C51812dc3A010C7d01b50e0d17dc79C8 is the only owner of this workspace. Make another member an owner first.',
  ResponseNotKeptException:
    'The request with this Idempotency-Key was done, with status 201; nothing was done again. Its response had a secret, which is not kept. Find what was made in its list, and rotate or delete it.',
  RequestInProgressException:
    'The first request with this Idempotency-Key is still running. Retry in 1 second.',
  PreconditionFailedException: 'alice.demo.eth has changed: its entity tag is "Jk1zM5s0yV4bq2wT8nX3cA".',
  PayloadTooLargeException: 'The body is too large.',
  UriTooLongException: 'A part of the path is too long.',
  UnsupportedMediaTypeException: 'Send the body as application/json.',
  IdempotencyKeyReusedException:
    'This Idempotency-Key was used for another request. Use a new key for each request.',
  BatchRejectedException:
    '1 of 3 items failed, so nothing was written: items[1] (alice): alice.demo.eth is taken.',
  TooManyRequestsException: 'Your address is limited to 1200 requests in 60 seconds. Retry in 12 seconds.',
  RequestHeaderFieldsTooLargeException: 'The headers are too large.',
  InternalServerErrorException: 'Internal error. The server has logged the details.',
  UpstreamException: 'The RPC that you named answered with HTTP status 500.',
  PaymentUnconfirmed: 'The payment was sent, and is not confirmed yet.',
  ServiceUnavailableException: 'The server is overloaded. Retry after 1 second.',
  UpstreamTimeoutException: 'The RPC that you named did not answer in time.',
}

/** Adds an example to each JSON body, and one for each error name to those of errors. */
export function addExamples(document: OpenapiDocument): void {
  const examples: Record<string, object> = {}
  for (const { requestBody, responses } of operationsOf(document)) {
    const json = requestBody?.content['application/json']
    if (json) json.example = exampleOf(document, json.schema)
    for (const { description, content = {} } of Object.values(responses))
      for (const [type, media] of Object.entries(content)) {
        if (!type.endsWith('json')) continue
        const names = description.split(', ').filter(isErrorName)
        if (names.length === 0) media.example = exampleOf(document, media.schema)
        else
          media.examples = Object.fromEntries(
            names.map((name) => {
              const key = exampleKey(media.schema, name)
              examples[key] ??= { summary: name, value: errorExample(document, media.schema, name) }
              return [name, { $ref: `#/components/examples/${key}` }]
            }),
          )
      }
  }
  Object.assign(document.components, { examples })
}

function exampleKey({ $ref = '' }: JsonSchema, name: ErrorName): string {
  const schema = $ref.replace('#/components/schemas/', '')
  return schema === 'Failure' ? name : `${schema}.${name}`
}

function errorExample(document: OpenapiDocument, schema: JsonSchema, name: ErrorName): object {
  const sentence = errorExamples[name]
  const body = Object(exampleOf(document, schema))
  return {
    ...body,
    ...('message' in body && { message: sentence }),
    statusCode: statusOf(name),
    result: { data: null, error: `${name}: ${sentence}`, code: name },
  }
}

/** Whether a member is sent in the place of a header or of another member, and so is in no example beside it. */
function isAlternative(name: string, properties: object): boolean {
  return name === 'signature' || (name === 'texts' && 'text' in properties)
}

/**
 * Composed of the fields' examples; leaves out optional fields without one.
 *
 * @throws Error for a required field without any.
 */
function exampleOf(document: OpenapiDocument, schema: JsonSchema): unknown {
  for (const keyword of ['example', 'const', 'default'] as const)
    if (keyword in schema) return schema[keyword]
  if (schema.enum) return schema.enum[0]
  const [variant] = schema.anyOf ?? schema.allOf ?? []
  if (variant) return exampleOf(document, variant)
  if (schema.$ref) return exampleOf(document, referenced(document, schema.$ref))
  switch (schema.type) {
    case 'object':
      return objectExample(document, schema)
    case 'array':
      return [exampleOf(document, schema.items ?? {})]
    case 'boolean':
      return true
    case 'null':
      return null
    default:
      if (schema.format === 'date-time') return '2030-01-01T00:00:00.000Z'
      throw new Error(`A field of the interface has no example: ${JSON.stringify(schema)}`)
  }
}

function objectExample(document: OpenapiDocument, { properties = {}, required = [] }: JsonSchema) {
  const shown = Object.entries(properties).filter(
    ([name, schema]) => required.includes(name) || ('example' in schema && !isAlternative(name, properties)),
  )
  return Object.fromEntries(shown.map(([name, schema]) => [name, exampleOf(document, schema)]))
}

function referenced({ components }: OpenapiDocument, reference: string): JsonSchema {
  const schema = components.schemas[reference.replace('#/components/schemas/', '')]
  if (schema) return schema
  throw new Error(`The document has no ${reference}.`)
}
