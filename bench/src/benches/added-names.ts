import type { BenchOptions } from '../bench.ts'
import type { DatabaseKind } from '../databases/kinds.ts'
import { profileCount } from '../databases/zone.ts'
import type { LoadProfile, RequestSource } from '../load/load.ts'
import { type Measurement, measureRunning } from '../load/measure.ts'
import { startServer } from '../servers/process.ts'
import { serve } from '../servers/service.ts'

interface AddLoad {
  /** Users of the database. */
  readonly size: number
  readonly source: RequestSource
  readonly profile: LoadProfile
  /** Of a request. */
  readonly names: number
}

/** Measures requests that add `names` each to a new copy of the names, and checks that all of them are stored. */
export async function measureAddedNames(
  data: BenchOptions['data'],
  kind: DatabaseKind,
  { size, source, profile, names }: AddLoad,
): Promise<Measurement> {
  const server = await startServer(serve(await data.copy(kind, size)))
  try {
    const result = await measureRunning(server, source, profile)
    const expected = size + profileCount + result.responses * names
    const counted = await countNames(server.url)
    if (counted !== expected) throw new Error(`${counted} names are there after ${expected} were added.`)
    return result
  } finally {
    await server.stop()
  }
}

/** Safe because the service responds so, and any other response is reported as a wrong count. */
async function countNames(url: string): Promise<number> {
  const response = (await (await fetch(`${url}/ens/v1/subname/count`)).json()) as {
    result: { data: { count: number } }
  }
  return response.result.data.count
}
