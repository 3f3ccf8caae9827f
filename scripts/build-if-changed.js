// Builds the server if a source is newer than its bundle. Services that run on an earlier bundle keep it.
import { rolldown } from 'rolldown'
import { buildServerIfChanged } from '../server/scripts/build-server.js'

await buildServerIfChanged(rolldown)
