import type { Launch } from './process.ts'
import { type Place, serviceEnvironment } from './service-environment.ts'

const main = new URL('../../../server/src/main.ts', import.meta.url)

/** Our whole service on a database, as `byname serve` runs it. */
export const serve = (place: Place, settings: Readonly<Record<string, string>> = {}): Launch => ({
  script: main,
  args: ['serve'],
  environment: { ...serviceEnvironment(place), ...settings },
})
