import { parseArgs } from 'node:util'
import { type BenchOptions, benchGateway } from './gateway.ts'

const usage = `npm run bench -- [gateway] [--rounds 3] [--seconds 4] [--quick]

  gateway    lookups, against a bare server and against another gateway; the default
  --rounds   how often each server is measured; the report gives medians
  --seconds  how long each is measured in a round; half as long it warms up
  --quick    one round of one second, to see that everything works`

/** Reads the command line; throws a sentence for whatever it cannot mean. */
function readOptions(): BenchOptions {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      rounds: { type: 'string', default: '3' },
      seconds: { type: 'string', default: '4' },
      quick: { type: 'boolean', default: false },
    },
  })
  const [benchmark = 'gateway'] = positionals
  const [rounds, seconds] = values.quick ? [1, 1] : [Number(values.rounds), Number(values.seconds)]
  if (benchmark !== 'gateway') throw new Error(`There is no benchmark "${benchmark}".`)
  if (!Number.isInteger(rounds) || rounds < 1) throw new Error('--rounds takes a whole number from 1.')
  if (!(seconds > 0)) throw new Error('--seconds takes a number above 0.')
  return { rounds, seconds }
}

function readOptionsOrExplain(): BenchOptions {
  try {
    return readOptions()
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n\n${usage}`)
    process.exit(2)
  }
}

// Ends by way of the 'exit' event, which is where servers are stopped and folders removed.
process.once('SIGINT', () => process.exit(130))
process.once('SIGTERM', () => process.exit(143))

await benchGateway(readOptionsOrExplain())
