import type { Launch } from './process.ts'
import { type ServiceData, serviceEnvironment } from './service-environment.ts'

/** Options of Node, as in `npm run serve` and `npm start`. */
const command = {
  script: new URL('../../../server/byname.js', import.meta.url),
  node: ['--max-semi-space-size=4'],
} as const

/** The whole service on a database, as `byname serve` runs it; several workers share two cores. */
export function serve(location: ServiceData, workers = 1): Launch {
  return {
    ...command,
    args: ['serve', ...(workers > 1 ? ['--workers', String(workers)] : [])],
    environment: serviceEnvironment(location),
    cores: workers > 1 ? 'servers' : 'server',
  }
}

/** The same from the sources: of a bundle, a profile would name chunks in place of rooms. */
export function serveSources(location: ServiceData): Launch {
  return { ...serve(location), script: new URL('../../../server/src/main.ts', import.meta.url) }
}

/** The sandbox in a folder: the service with local chains that have ENS on them. It may use all cores. */
export function sandbox(folder: string, settings: Readonly<Record<string, string>>): Launch {
  return {
    ...command,
    args: ['sandbox'],
    environment: { DATA_DIR: folder, PORT: '0', SANDBOX_CHAIN_PORT: '0', LOG_LEVEL: 'warn', ...settings },
    listening: /^ *API +(http\S+)/,
    cores: 'all',
  }
}
