import type { OpenAPIV3_1 } from 'openapi-types'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { createResolver, unboundedInputs } from '../../../test/support/openapi/unbounded-inputs.ts'
import { tools } from '../../mcp/tools.ts'
import { buildDocument } from './document.ts'

const document = buildDocument({}) as OpenAPIV3_1.Document
const resolve = createResolver(document)

test('wall: each text of an operation has a largest length, and each list a largest number of entries', () => {
  const found = Object.entries(document.paths ?? {}).flatMap(([path, item = {}]) =>
    (['get', 'post', 'put', 'patch', 'delete'] as const).flatMap((method) => {
      const { parameters = [], requestBody } = item[method] ?? {}
      // Safe: what a reference leads to is of the kind of its place.
      const content = requestBody
        ? (resolve(requestBody) as unknown as OpenAPIV3_1.RequestBodyObject).content
        : {}
      return [
        ...parameters.flatMap((each) => {
          const { in: place, name, schema } = resolve(each) as unknown as OpenAPIV3_1.ParameterObject
          return schema ? unboundedInputs(schema, `${method} ${path} ${place} ${name}`, resolve) : []
        }),
        ...Object.values(content).flatMap(({ schema }) =>
          schema ? unboundedInputs(schema, `${method} ${path} body`, resolve) : [],
        ),
      ]
    }),
  )
  expect(found).toEqual([])
})

test('wall: each text of a tool for models has a largest length, and each list a largest number of entries', () => {
  const found = tools.flatMap(({ name, input }) =>
    unboundedInputs(z.toJSONSchema(input, { io: 'input' }), name, createResolver({})),
  )
  expect(found).toEqual([])
})
