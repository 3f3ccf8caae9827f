import { getBuiltinModule } from 'node:process'

/**
 * An import of `node:http` would read its every export, and one of them loads the client behind `fetch`: 20 ms of each
 * start.
 */
export const { createServer, STATUS_CODES } = getBuiltinModule('node:http')
