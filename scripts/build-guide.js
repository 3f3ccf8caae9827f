// Builds the guide alone, for those who write documents. The pages beside it stay.
import { build } from 'vite'
import { buildGuide } from '../web/scripts/guide/build-guide.js'

await buildGuide(build)
