import { argv, stdout } from 'node:process'
import { createJournal } from './try-year/journal.ts'
import { playFullDisk, playYear } from './try-year/story.ts'
import { withWorld } from './try-year/world.ts'

/** Plays a year of operation, or its full disk, on the Debian that deploy/try-year.sh has prepared, and prints a table of it. */
const [, , folder = '/var/tmp/byname-machines', part] = argv
const play = part === 'disk' ? playFullDisk : playYear

await withWorld({ folder, validitySeconds: 300 }, async (world) => {
  const journal = createJournal({ lookups: world.client.lookups, alerts: world.alerts.received })
  try {
    await play(world, journal)
  } finally {
    journal.print()
    stdout.write(`What the operator typed, and what was printed: ${world.run}/log\n`)
  }
})
