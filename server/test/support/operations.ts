import { type DocumentedOperation, operationsOf, type ServedDocument } from './response-schemas.ts'

/** Every operation that the service at `url` documents. */
export async function readOperations(url: string): Promise<readonly DocumentedOperation[]> {
  const response = await fetch(`${url}/openapi.json`)
  return operationsOf((await response.json()) as ServedDocument)
}

/** The title of an operation: `GET /ens/v1/ens`. */
export function titleOf({ method, path }: { readonly method: string; readonly path: string }): string {
  return `${method.toUpperCase()} ${path}`
}
