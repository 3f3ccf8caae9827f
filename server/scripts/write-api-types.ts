import { writeFileSync } from 'node:fs'
import { argv } from 'node:process'
import { apiTypesFile, generateApiTypes } from '../test/support/openapi/api-types.ts'

// Writes the types of the pages' client from the OpenAPI document, to their file or the one that is named.
writeFileSync(argv[2] ?? apiTypesFile, await generateApiTypes())
