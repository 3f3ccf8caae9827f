import type { Route } from '../operation.ts'
import { type OpenapiDocument, operationsOf } from './types.ts'

/** Links the response of an operation to those that follow it (OpenAPI 3.1 §4.8.20). */
export function addLinks(document: OpenapiDocument, routes: readonly Route[]): void {
  const operations = new Map(operationsOf(document).map((operation) => [operation.operationId, operation]))
  for (const { id, url, follows } of routes) {
    if (!follows) continue
    const responses = operations.get(follows.id)?.responses
    const response = responses?.['201'] ?? responses?.['200']
    if (!response) throw new Error(`${id} follows ${follows.id}, which the document does not have.`)
    const parameters = Array.from(url.matchAll(/:(\w+)/g), ([, name = '']) => [
      name,
      follows.params[name] ? `$response.body#/result/data/${follows.params[name]}` : `$request.path.${name}`,
    ])
    response.links = {
      ...response.links,
      [id]: { operationId: id, parameters: Object.fromEntries(parameters) },
    }
  }
}
