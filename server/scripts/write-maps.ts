import { writeFileSync } from 'node:fs'
import { architectureFile, architecturePage } from './house.ts'
import { subjectsPage, subjectsPageFile } from './subjects.ts'

// Writes the page that says where the files of a subject are, and draws the rooms of the service in ARCHITECTURE.md.
writeFileSync(subjectsPageFile, subjectsPage())
writeFileSync(architectureFile, architecturePage())
