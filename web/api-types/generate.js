// Reads an OpenAPI document from standard input and writes its types to standard output.
// A workspace of its own, because openapi-typescript needs the API of TypeScript 5.
import { json } from 'node:stream/consumers'
import openapiTypescript, { astToString } from 'openapi-typescript'

process.stdout.write(astToString(await openapiTypescript(await json(process.stdin))))
