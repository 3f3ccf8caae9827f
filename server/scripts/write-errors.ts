import { writeFileSync } from 'node:fs'
import { errorsPage, errorsPageFile } from '../src/http/openapi/errors-page.ts'

// Writes the page of the guide that lists the errors, from their table.
writeFileSync(errorsPageFile, errorsPage())
