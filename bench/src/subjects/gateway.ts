import { readConfig } from '../../../server/src/config.ts'
import { createContext } from '../../../server/src/context.ts'
import { startService } from '../../../server/src/service.ts'
import { serviceEnvironment } from '../service-environment.ts'
import { announce } from './announce.ts'

/** Our whole service, as `byname serve` runs it. Argument: the folder of its data. */
const { config, secrets } = readConfig(serviceEnvironment(process.argv[2] ?? ''))
const service = await startService(await createContext(config, secrets))
announce(service.url)
