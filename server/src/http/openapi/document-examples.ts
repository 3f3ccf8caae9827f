import { type ErrorName, isErrorName, statusOf } from '../../errors.ts'
import { errorExamples } from './error-examples.ts'
import { exampleOf } from './example-of.ts'
import { type JsonSchema, type OpenapiDocument, operationsOf } from './types.ts'

export function documentExamples(document: OpenapiDocument): OpenapiDocument {
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
  return document
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
    result: { data: null, error: `${name}: ${sentence}` },
  }
}
