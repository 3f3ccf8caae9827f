import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { equivalentMutants } from '../scripts/equivalent-mutants.ts'
import { mutatedRooms } from '../scripts/mutated-rooms.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const testFiles = globSync(['server/{src,test}/**/*.test.ts', 'keccak/test/*.test.ts'], { cwd: root })

/** Where `vitest.config.ts` looks for the tests of a ring. */
const folders: Readonly<Record<string, string>> = { unit: 'server/src/', keccak: 'keccak/test/' }
const folderOf = (project: string) => folders[project] ?? `server/test/${project}/`

test.each(Object.entries(mutatedRooms))(
  'the room %s has files, and tests for each of its words',
  (_, room) => {
    for (const glob of room.files) expect(globSync(glob, { cwd: root }), glob).not.toEqual([])
    for (const { project, tests } of room.tests)
      for (const word of tests) {
        const found = testFiles.filter((file) => file.startsWith(folderOf(project)) && file.includes(word))
        expect(found, `${project} ${word}`).not.toEqual([])
      }
  },
)

test('every equivalent mutant has its line', () => {
  for (const { file, line } of equivalentMutants) {
    const lines = readFileSync(join(root, file), 'utf8').split('\n')
    expect(
      lines.map((text) => text.trim()),
      file,
    ).toContain(line)
  }
})
