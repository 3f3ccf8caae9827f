import swagger from '@fastify/swagger'
import fastify, { type RouteOptions } from 'fastify'
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'
import { version } from '../../version.ts'
import { gatewayOperations } from '../gateway/documentation.ts'
import { imageOperation } from '../media.ts'
import { securitySchemes } from '../operation-auth.ts'
import { routes } from '../operations.ts'
import { documentPayment } from '../payment/documentation.ts'
import { x402ManifestOperation } from '../x402-manifest.ts'
import { documentExamples } from './document-examples.ts'
import { documentHeaders } from './document-headers.ts'
import { documentRetries, withRequestHeaders } from './document-retries.ts'
import { description } from './info.ts'
import { withOptionalBodies, withoutSafeBounds, withoutUnusedSchemas } from './repair.ts'
import { tags } from './tags.ts'
import type { OpenapiDocument } from './types.ts'

interface DocumentOptions {
  /** Absent: the origin of the document. */
  readonly publicUrl?: string | undefined
  /** Absent: no payment. */
  readonly terms?: Parameters<typeof documentPayment>[1]
}

const operations: readonly Pick<RouteOptions, 'method' | 'url' | 'schema'>[] = [
  ...routes.map((route) => ({ method: route.method, url: route.url, schema: withRequestHeaders(route) })),
  ...gatewayOperations,
  imageOperation,
  x402ManifestOperation,
]

/** Needs no running service or database. */
export async function buildDocument({ publicUrl = '/', terms }: DocumentOptions): Promise<OpenapiDocument> {
  const app = fastify()
  app.setValidatorCompiler(() => () => true)
  app.setSerializerCompiler(() => JSON.stringify)
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Byname',
        version,
        description,
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: publicUrl, description: 'This service' }],
      tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
      components: { securitySchemes },
    },
    transform: jsonSchemaTransform,
    transformObject: jsonSchemaTransformObject,
  })
  for (const operation of operations) app.route({ ...operation, handler: () => undefined })
  await app.ready()
  const document = withoutSafeBounds(asDocument(app.swagger()))
  await app.close()
  return documentPayment(
    documentHeaders(documentRetries(documentExamples(withOptionalBodies(withoutUnusedSchemas(document))))),
    terms,
  )
}

/** Safe: the OpenAPI 3 mode of `swagger` builds the document, with the parts of `OpenapiDocument`. */
function asDocument(document: unknown): OpenapiDocument {
  return document as OpenapiDocument
}
