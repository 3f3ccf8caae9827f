import { version } from '../../version.ts'
import { gatewayOperations } from '../gateway/documentation.ts'
import { imageOperation } from '../media.ts'
import { securitySchemes } from '../operation-auth.ts'
import { routes } from '../operations.ts'
import { documentPayment } from '../payment/documentation.ts'
import { x402ManifestOperation } from '../x402-manifest.ts'
import { addExamples } from './examples.ts'
import { requestHeadersOf, responseHeaders } from './headers.ts'
import { description } from './info.ts'
import { toJsonSchemas } from './json-schemas.ts'
import { type Operation, operationObject, requestParts, responseParts } from './operation-object.ts'
import { routeSchema } from './route-schema.ts'
import { tags } from './tags.ts'
import type { OpenapiDocument } from './types.ts'

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
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
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
  return documentPayment(document, terms)
}
