import { type DocumentedOperation, operationsOf, type ServedDocument } from './response-schemas.ts'

let read: Promise<readonly DocumentedOperation[]> | undefined

/**
 * Every operation that services document: from the document of the first that is asked in this process, because all
 * have the same and take a third of a second to build theirs.
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
