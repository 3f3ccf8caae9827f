// Plain JavaScript, as what it imports is.
import { rolldown } from 'rolldown'
import { findCurrentBuild } from '../../current-build.js'
import { buildServer } from '../../scripts/build-server.js'

/** Vitest's global setup: builds the server if its sources have changed since; tests that start processes run the build. */
export async function setup() {
  if (!findCurrentBuild()) await buildServer(rolldown)
}
