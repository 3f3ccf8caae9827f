// Plain JavaScript, as what it imports is.
import { rolldown } from 'rolldown'
import { findCurrentBuild } from '../../current-build.js'
import { buildServer } from '../../scripts/build-server.js'

/** Vitest's global setup: builds the server if a source is newer. Processes would run the sources, in twice the time. */
export async function setup() {
  if (!findCurrentBuild()) await buildServer(rolldown)
}
