import { createHash } from 'node:crypto'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'
import type { Context } from '../../context.ts'
import { securitySchemes } from '../auth.ts'
import { documentPayment } from '../payment/documentation.ts'

/** What holds for all operations; CommonMark. */
const description = `Registry and resolution service for offchain ENS subnames.

Answers are JSON in an envelope, those of the gateway and 402 excepted: \`statusCode\`, and \`result\` with \`data\` or
\`error\`. An error is \`<WireName>: <sentence>\`; each operation lists the names of each status. Every request may also be
answered 503 while the service is overloaded. 429 and 503 have the header \`Retry-After\`, in seconds; requests that are counted have \`RateLimit\` and
\`RateLimit-Policy\`. \`x-request-id\` names the request in the logs of the service.

Where an operation takes the headers \`x-address\`, \`x-message\` and \`x-signature\`, the signature may stand in the
member \`signature\` of the body instead, if it has one. The message is a Sign-In with Ethereum message (EIP-4361).`

/** Serves the OpenAPI 3.1 document, made from the routes themselves, at /openapi.json and a readable form at /docs. */
export async function addOpenapi(app: FastifyInstance, { config, payments }: Context): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Byname',
        version: '0.1.0',
        description,
        license: { name: 'MIT', identifier: 'MIT' },
      },
      ...(config.publicUrl && { servers: [{ url: config.publicUrl }] }),
      components: { securitySchemes },
    },
    transform: jsonSchemaTransform,
    transformObject: (input) =>
      documentPayment(
        withOptionalBodies(withoutUnusedSchemas(jsonSchemaTransformObject(input))),
        payments?.terms,
      ),
  })
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    uiConfig: { docExpansion: 'list' },
    staticCSP: true,
    theme: {
      title: 'Byname',
      css: [{ filename: 'byname.css', content: '.swagger-ui .topbar { display: none }' }],
    },
  })
  let cached: ReturnType<typeof serializeWithEtag> | undefined
  app.get('/openapi.json', { schema: { hide: true } }, (request, reply) => {
    cached ??= serializeWithEtag(app.swagger())
    const { text, etag } = cached
    reply.headers({ etag, 'cache-control': 'no-cache' })
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    return reply.type('application/json; charset=utf-8').send(text)
  })
}

/** A document as text, and the tag by which a client that has it is told that it is still the same (RFC 9110 §8.8.3). */
function serializeWithEtag(document: object) {
  const text = JSON.stringify(document)
  return { text, etag: `"${createHash('sha256').update(text).digest('base64url')}"` }
}

type Document = ReturnType<typeof jsonSchemaTransformObject>

/** Every named schema is offered once for requests and once for answers; leaves out those that nothing refers to. */
function withoutUnusedSchemas(document: Document): Document {
  const schemas = 'components' in document ? document.components?.schemas : undefined
  if (!schemas) return document
  const text = JSON.stringify(document)
  const unused = Object.keys(schemas).filter((name) => !text.includes(`"#/components/schemas/${name}"`))
  for (const name of unused) delete schemas[name]
  return unused.length === 0 ? document : withoutUnusedSchemas(document)
}

/** Every body is written down as required; one that may be null may be left out. */
function withOptionalBodies(document: Document): Document {
  for (const path of Object.values(document.paths ?? {}))
    for (const operation of [path?.post, path?.patch, path?.delete]) {
      const body = operation?.requestBody
      if (body && 'content' in body && isNullable(body.content['application/json']?.schema))
        body.required = false
    }
  return document
}

function isNullable(schema: object | undefined): boolean {
  return (
    schema !== undefined &&
    'anyOf' in schema &&
    Array.isArray(schema.anyOf) &&
    schema.anyOf.some(({ type }) => type === 'null')
  )
}
