/**
 * Writes a SQLite file without end, in many ways: small and large transactions, some of them rolled back, `vacuum`, checkpoints
 * that empty the log. Each commit leaves `state` consistent with `pieces`. Prints a line after its first commit.
 */
import { DatabaseSync } from 'node:sqlite'

const [path = '', seed = '1'] = process.argv.slice(2)
const database = new DatabaseSync(path, { timeout: 200 })
database.exec('pragma synchronous = off')
const put = database.prepare('insert or replace into pieces values (?, ?)')

let state = Number(seed)

/** From 0 to below 1 (Park and Miller). */
function random(): number {
  state = (state * 48_271) % 2_147_483_647
  return state / 2_147_483_647
}

function write(): void {
  database.exec('begin immediate')
  const count = random() < 0.02 ? 500 : 1 + Math.floor(random() * 5)
  for (let index = 0; index < count; index++)
    put.run(Math.floor(random() * 4000), 'x'.repeat(Math.floor(random() * 700)))
  if (random() < 0.01) database.exec(`delete from pieces where key % 3 = ${Math.floor(random() * 3)}`)
  database.exec(
    'update state set commits = commits + 1, sum = (select coalesce(sum(length(text) + key), 0) from pieces)',
  )
  database.exec(random() < 0.1 ? 'rollback' : 'commit')
}

function maintain(): void {
  const chosen = random()
  if (chosen < 0.01) database.prepare('pragma wal_checkpoint(truncate)').get()
  else if (chosen < 0.02) database.prepare('pragma wal_checkpoint(restart)').get()
  else if (chosen < 0.023) database.exec('vacuum')
}

for (let round = 0; ; round++) {
  try {
    write()
    maintain()
  } catch (error) {
    if (!(error instanceof Error && /busy|locked/.test(error.message))) throw error
    if (database.isTransaction) database.exec('rollback')
  }
  if (round === 0) process.stdout.write('written\n')
}
