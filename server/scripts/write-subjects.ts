import { writeFileSync } from 'node:fs'
import { subjectsPage, subjectsPageFile } from './subjects.ts'

// Writes the page that says where the files of a subject are, from their names.
writeFileSync(subjectsPageFile, subjectsPage())
