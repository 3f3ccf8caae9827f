import type { Launch } from './process.ts'
import { type Place, serviceEnvironment } from './service-environment.ts'

const main = new URL('../../../server/src/main.ts', import.meta.url)

/** Our whole service on a database, as `byname serve` runs it; several workers share two cores. */
export const serve = (place: Place, workers = 1): Launch => ({
  script: main,
  args: ['serve', ...(workers > 1 ? ['--workers', String(workers)] : [])],
  environment: serviceEnvironment(place),
  cores: workers > 1 ? 'servers' : 'server',
})

/** The sandbox in a folder: the service with local chains that have ENS on them. It has the whole machine. */
export const sandbox = (folder: string, settings: Readonly<Record<string, string>>): Launch => ({
  script: main,
  args: ['sandbox'],
  environment: { DATA_DIR: folder, PORT: '0', SANDBOX_CHAIN_PORT: '0', LOG_LEVEL: 'warn', ...settings },
  listening: /^ *API +(http\S+)/,
  cores: 'all',
})
