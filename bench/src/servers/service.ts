import type { Launch } from './process.ts'
import { type Place, serviceEnvironment } from './service-environment.ts'

const main = new URL('../../../server/src/main.ts', import.meta.url)

/** Our whole service on a database, as `byname serve` runs it. */
export const serve = (place: Place, settings: Readonly<Record<string, string>> = {}): Launch => ({
  script: main,
  args: ['serve'],
  environment: { ...serviceEnvironment(place), ...settings },
})

/** The sandbox in a folder: the service with local chains that have ENS on them. It has the whole machine. */
export const sandbox = (folder: string, settings: Readonly<Record<string, string>>): Launch => ({
  script: main,
  args: ['sandbox'],
  environment: { DATA_DIR: folder, PORT: '0', SANDBOX_CHAIN_PORT: '0', LOG_LEVEL: 'warn', ...settings },
  listening: /^ *API +(http\S+)/,
  cores: 'all',
})
