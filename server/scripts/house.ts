import { readFileSync } from 'node:fs'
import { countLines, readImports, sourceFiles } from './imports.ts'

/** Files of `server/src` itself, by the room that they belong to; each folder is a room. */
const roomsOfFiles: Readonly<Record<string, string>> = {
  main: 'commands',
  ...{
    app: 'service',
    cluster: 'service',
    job: 'service',
    jobs: 'service',
    listen: 'service',
    server: 'service',
  },
  ...{ errors: 'base', 'escape-html': 'base', 'is-object': 'base', 'regular-file': 'base', version: 'base' },
}

function roomOf(file: string): string {
  const [first = ''] = file.split('/')
  if (first !== file) return first
  const name = file.replace(/\.ts$/, '')
  return roomsOfFiles[name] ?? name
}

type Arrows = ReadonlyMap<string, ReadonlySet<string>>

/** From room to room, where a file of one takes a value of the other. */
function readArrows(): Arrows {
  const arrows = new Map(sourceFiles.map((file) => [roomOf(file), new Set<string>()]))
  for (const { from, to, isLibrary, isType } of readImports()) {
    if (!isLibrary && !isType && roomOf(from) !== roomOf(to)) arrows.get(roomOf(from))?.add(roomOf(to))
  }
  return arrows
}

/** All that is reached from a room, itself included only by a circle. */
function reach(arrows: Arrows, from: string): ReadonlySet<string> {
  const reached = new Set<string>()
  const visit = (room: string) => {
    for (const to of arrows.get(room) ?? []) {
      if (reached.has(to)) continue
      reached.add(to)
      visit(to)
    }
  }
  visit(from)
  return reached
}

/** Without the arrows that others imply: those of the shortest picture from which all the rest follows. */
function reduce(arrows: Arrows): Arrows {
  const reached = new Map([...arrows.keys()].map((room) => [room, reach(arrows, room)]))
  const isImplied = (from: string, to: string) =>
    [...(arrows.get(from) ?? [])].some(
      (other) => other !== to && reached.get(other)?.has(to) && !reached.get(other)?.has(from),
    )
  return new Map(
    [...arrows].map(([from, all]) => [from, new Set([...all].filter((to) => !isImplied(from, to)))]),
  )
}

export const architectureFile = new URL('../../ARCHITECTURE.md', import.meta.url).pathname

const picture = /```mermaid\nflowchart TD\n[^`]*```/

/** ARCHITECTURE.md with the picture of the rooms as they are. */
export function architecturePage(): string {
  const arrows = reduce(readArrows())
  const lines = new Map<string, number>()
  for (const file of sourceFiles) lines.set(roomOf(file), (lines.get(roomOf(file)) ?? 0) + countLines(file))
  const sizes = [...lines].sort(([a], [b]) => a.localeCompare(b))
  const rooms = sizes.map(([room, count]) => `  ${room}["${room} ${sizeOf(count)}"]`)
  const paths = sizes.flatMap(([from]) =>
    [...(arrows.get(from) ?? [])].sort().map((to) => `  ${from} --> ${to}`),
  )
  const drawn = ['```mermaid', 'flowchart TD', ...rooms, ...paths, '```'].join('\n')
  return readFileSync(architectureFile, 'utf8').replace(picture, drawn)
}

/** In thousands of lines, so that few changes change it. */
function sizeOf(lines: number): string {
  return lines < 750 ? '½k' : `${Math.round(lines / 1000)}k`
}
