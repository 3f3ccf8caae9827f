import { type DocumentedOperation, operationsOf, type ServedDocument } from './response-schemas.ts'

let read: Promise<readonly DocumentedOperation[]> | undefined

/**
 * Every operation of the document, which is the same for all services: read from the first one of this process, because
 * building it takes a fifth of a second.
 */
export function readOperations(url: string): Promise<readonly DocumentedOperation[]> {
  read ??= fetchOperations(url)
  return read
}

async function fetchOperations(url: string): Promise<readonly DocumentedOperation[]> {
  const response = await fetch(`${url}/openapi.json`)
  return operationsOf((await response.json()) as ServedDocument)
}

/** The title of an operation: `GET /ens/v1/ens`. */
export function titleOf({ method, path }: { readonly method: string; readonly path: string }): string {
  return `${method.toUpperCase()} ${path}`
}
