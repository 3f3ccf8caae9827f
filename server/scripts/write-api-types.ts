import { writeFileSync } from 'node:fs'
import { apiTypesFile, generateApiTypes } from '../test/support/api-types.ts'

// Writes the types of the pages' client from the OpenAPI document.
writeFileSync(apiTypesFile, await generateApiTypes())
