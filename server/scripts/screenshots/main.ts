import { argv } from 'node:process'
import { takeDocumentPictures } from './documents.ts'
import { drawSheets } from './sheet.ts'
import { takeStatePictures } from './states.ts'

const usage = `npm run screenshots                                     the pictures of the documents
npm run screenshots -- states <folder>                  a picture of each state of each page
npm run screenshots -- sheets <before> <after> <folder>  two such folders beside each other, as JPEGs`

const [, , mode, ...paths] = argv
const [first, second, third] = paths
if (mode === undefined) await takeDocumentPictures()
else if (mode === 'states' && first) await takeStatePictures(first)
else if (mode === 'sheets' && first && second && third) await drawSheets(first, second, third)
else throw new Error(`It is used as:\n${usage}`)
