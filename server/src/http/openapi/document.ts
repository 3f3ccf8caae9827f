import { z } from 'zod'
import { documentPayment } from '../../payments/http/description.ts'
import { version } from '../../version.ts'
import { securitySchemes } from '../credentials/operation-auth.ts'
import { gatewayOperations } from '../gateway/documentation.ts'
import { imageOperation } from '../media.ts'
import { routes } from '../operations.ts'
import { x402ManifestOperation } from '../x402-manifest.ts'
import { addExamples } from './examples.ts'
import { requestHeadersOf, responseHeaders } from './headers.ts'
import { addLinks } from './links.ts'
import { type Operation, operationObject, requestParts, responseParts } from './operation-object.ts'
import { routeSchema } from './route-schema.ts'
import type { JsonSchema, OpenapiDocument } from './types.ts'

/** CommonMark. */
const description = `Registry and resolution service for offchain ENS subnames.\n\n## Envelope\n\nEvery JSON response has the same form, except those of the gateway, of \`/.well-known/x402.json\` and of status 402:\n\n\`\`\`json\n{ "statusCode": 200, "result": { "data": { "count": 1024 }, "error": null } }\n\`\`\`\n\n\`statusCode\` is the HTTP status (for uploads 200, with status 201). One of \`data\` and \`error\` is null.\n\n## Errors\n\n\`error\` is \`<Name>: <sentence>\`. The name is stable, and is \`result.code\` too; the sentence is for people and may change. Each operation lists\nthe names of each status, with an example of each. Besides those, every request may get 408, 414 or 431 when it is\ntoo slow or too large, and 405 for a method that its path does not have. 429 and 503 have \`Retry-After\`; \`PolicyRefusedException\` has the rule in \`rule\`, beside \`result\`.\nWhere \`Accept\` names \`application/problem+json\`, the error is a problem (RFC 9457): \`status\`, \`title\`, \`detail\` (the\nsentence), \`code\` (the name), with the members that stand beside \`result\`.\n\n## Credentials\n\n- **API key**: the header \`x-api-key\`, or \`Authorization: Bearer\`. A key belongs to a workspace and has scopes: \`names:write\` issues and revokes\n  subnames, \`names:revoke\` also changes and revokes them without a signature, in batches, \`domains:write\` onboards and changes domains, \`admin\` does everything everywhere.\n- **Signature**: the headers \`x-address\`, \`x-message\` and \`x-signature\`. The message is a Sign-In with Ethereum\n  message (EIP-4361) that the address signed (EIP-191, or ERC-1271, ERC-6492 and ERC-8010 for contract wallets). It must be for the\n  request's chain, unexpired, and for a site that the domain allows. The signature may be in the body's field\n  \`signature\` instead, where the body has one.\n- **Payment**: only for \`GET /ens/v2/resolve\` without an RPC URL, by x402 or MPP.\n\n## Retries\n\nEvery write accepts \`Idempotency-Key\` (draft-ietf-httpapi-idempotency-key-header). For 24 hours, the same request of the\nsame caller with the same key gets the first response again, with \`Idempotent-Replayed: true\`. The key with another\nrequest is 422, and 409 while the first request is running. Reads of a subname or a domain have an \`ETag\`;\n\`If-None-Match\` with it is 304 while it is current, where the operation states 304, and changes with another one in \`If-Match\`, or with this one or \`*\` in
\`If-None-Match\`, are 412. Operations that create something take neither: they are 409 where it exists.\n\n## Limits\n\nRequests are limited for each API key and each client address; writes without key or session also by their number and bytes\nin a day, for each client address, wallet, name and domain. \`RateLimit-Policy\` has the limits that a request counts\ntowards and \`RateLimit\` their remainder (draft-ietf-httpapi-ratelimit-headers-10). A body has at most 512 KiB, an uploaded\nimage 5 MiB, an allow-list 12 MiB.\n\n## Versions\n\n\`/ens/v1\` and \`/ens/v2\` are two forms of one interface, which existing clients use: v1 names the subname in the body,\nv2 in the path, with the \`holder\` in its records. \`/byname/v1\` has operations that neither of them has. Both forms act on\nthe same data; new fields may be added to responses.`

/** Schemas of parts by any key, and the named ones that they refer to. */
interface JsonSchemas {
  readonly parts: Readonly<Record<string, JsonSchema>>
  readonly named: Readonly<Record<string, JsonSchema>>
}

/**
 * In one conversion, so that a named schema is made once: as properties of one object.
 *
 * @param io Whether the values are of requests or of responses: a default makes a member optional in requests alone.
 */
function toJsonSchemas(parts: ReadonlyMap<string, z.ZodType>, io: 'input' | 'output'): JsonSchemas {
  const { properties = {}, $defs = {} } = z.toJSONSchema(z.object(Object.fromEntries(parts)), {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      // The name is the key of `named`.
      delete jsonSchema.id
      if (zodSchema instanceof z.ZodFile) delete jsonSchema.contentEncoding
    },
  })
  return { parts: toOpenapi(properties), named: toOpenapi($defs) }
}

/** Refers to components, and leaves out the bounds of safe integers. */
function toOpenapi(schemas: object): Record<string, JsonSchema> {
  return JSON.parse(JSON.stringify(schemas), (key, value: unknown) => {
    if (key === '$ref' && typeof value === 'string') return value.replace('#/$defs/', '#/components/schemas/')
    const isSafeBound =
      (key === 'minimum' && value === Number.MIN_SAFE_INTEGER) ||
      (key === 'maximum' && value === Number.MAX_SAFE_INTEGER)
    return isSafeBound ? undefined : value
  })
}

interface DocumentOptions {
  /** Absent: the origin of the document. */
  readonly publicUrl?: string | undefined
  /** Absent: no payment. */
  readonly terms?: Parameters<typeof documentPayment>[1]
}

/** Needs no running service or database. */
export function buildDocument({ publicUrl = '/', terms }: DocumentOptions): OpenapiDocument {
  const operations: readonly Operation[] = [
    ...routes.map((route) => {
      const { headers: _, ...schema } = routeSchema(route)
      const headers = requestHeadersOf(route)
      return {
        method: route.method,
        url: route.url,
        schema: { ...schema, ...(headers && { headers }) },
        route,
      }
    }),
    ...gatewayOperations,
    imageOperation,
    x402ManifestOperation,
  ]
  const requests = toJsonSchemas(new Map(operations.flatMap(requestParts)), 'input')
  const responses = toJsonSchemas(new Map(operations.flatMap(responseParts)), 'output')
  const [named] = Object.keys(requests.named)
  if (named) throw new Error(`The schema ${named} has a name, which schemas of responses have alone.`)
  const byPath = Map.groupBy(operations, ({ url }) => url.replace(/:(\w+)/g, '{$1}'))
  const document: OpenapiDocument = {
    openapi: '3.1.0',
    info: { title: 'Byname', version, description, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: publicUrl, description: 'This service' }],
    tags: [...new Set(operations.map(({ schema }) => schema.tag))],
    paths: Object.fromEntries(
      [...byPath].map(([path, group]) => [
        path,
        Object.fromEntries(
          group.map((operation) => [
            operation.method.toLowerCase(),
            operationObject(
              operation,
              (part) => requests.parts[part],
              (part) => responses.parts[part],
            ),
          ]),
        ),
      ]),
    ),
    components: { securitySchemes, schemas: responses.named, headers: responseHeaders },
  }
  addExamples(document)
  addLinks(document, routes)
  return documentPayment(document, terms)
}
