import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'
import type { Context } from '../context.ts'
import { securitySchemes } from './credentials.ts'

/** Serves the OpenAPI 3.1 document, made from the routes themselves, at /openapi.json and a readable form at /docs. */
export async function addDocumentation(app: FastifyInstance, { config }: Context): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Byname',
        version: '0.1.0',
        description: 'Registry and resolution service for offchain ENS subnames.',
        license: { name: 'MIT', identifier: 'MIT' },
      },
      ...(config.publicUrl && { servers: [{ url: config.publicUrl }] }),
      components: { securitySchemes },
    },
    transform: jsonSchemaTransform,
    transformObject: jsonSchemaTransformObject,
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
  app.get('/openapi.json', { schema: { hide: true } }, () => app.swagger())
}
