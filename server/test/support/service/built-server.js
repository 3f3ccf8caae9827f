// Plain JavaScript, as what it imports is.
import { rolldown } from 'rolldown'
import { buildServerIfChanged } from '../../../scripts/build-server.js'

/** Vitest's global setup. */
export function setup() {
  return buildServerIfChanged(rolldown)
}
