import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A profile as V8 writes it (`--cpu-prof`); times are microseconds of the machine's monotonic clock. */
interface CpuProfile {
  readonly nodes: readonly ProfileNode[]
  readonly startTime: number
  readonly samples: readonly number[]
  readonly timeDeltas: readonly number[]
}

interface ProfileNode {
  readonly id: number
  readonly callFrame: { readonly functionName: string; readonly url: string }
  readonly children?: readonly number[]
}

/** Shares of the busy time, by function. */
export type Shares = ReadonlyMap<string, number>

export interface TimeSpent {
  /** By our rooms, by dependencies, and all of Node itself. */
  readonly byRoom: Shares
  readonly byFunction: Shares
}

/** Reads the only profile in a folder, between two times (microseconds of `process.hrtime`). */
export function readProfile(folder: string, from: number, to: number): TimeSpent {
  const [file = ''] = readdirSync(folder)
  const { nodes, samples, timeDeltas, startTime } = parse(readFileSync(join(folder, file), 'utf8'))
  const places = placesOf(nodes)
  const byRoom = new Map<string, number>()
  const byFunction = new Map<string, number>()
  let at = startTime
  let total = 0
  for (const [index, node] of samples.entries()) {
    const time = timeDeltas[index] ?? 0
    at += time
    const location = places.get(node)
    if (!location || at < from || at > to || location.name === '(idle)') continue
    total += time
    const { room, name, module } = location
    byRoom.set(room, (byRoom.get(room) ?? 0) + time)
    const title = room === name ? name : `${name.slice(0, maxTitle)}, ${module}`
    byFunction.set(title, (byFunction.get(title) ?? 0) + time)
  }
  return { byRoom: sharesOf(byRoom, total), byFunction: sharesOf(byFunction, total) }
}

/** Safe because Node writes profiles in this format, and nothing else writes into the folder. */
function parse(text: string) {
  return JSON.parse(text) as CpuProfile
}

function sharesOf(times: ReadonlyMap<string, number>, total: number): Shares {
  return new Map(
    [...times]
      .map(([location, time]) => [location, time / total] as const)
      .toSorted(([, one], [, other]) => other - one),
  )
}

/** Characters of a function's name; those of regular expressions are their whole source. */
const maxTitle = 40

interface ProfileFrame {
  readonly name: string
  readonly module: string
  readonly room: string
}

/** Such as `(program)`, `(garbage collector)`, `(idle)`. */
function isOfV8(name: string): boolean {
  return name.startsWith('(')
}

/** Native functions have no file; they are attributed to their caller. */
function placesOf(nodes: readonly ProfileNode[]): ReadonlyMap<number, ProfileFrame> {
  const parents = new Map(
    nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)),
  )
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const moduleAt = (node: ProfileNode): string => {
    const { functionName, url } = node.callFrame
    if (isOfV8(functionName)) return functionName
    if (url !== '') return moduleOf(url)
    const parent = byId.get(parents.get(node.id) ?? Number.NaN)
    return parent && !isOfV8(parent.callFrame.functionName) ? moduleAt(parent) : 'node: native'
  }
  return new Map(
    nodes.map((node) => {
      const module = moduleAt(node)
      return [node.id, { name: node.callFrame.functionName || '(anonymous)', module, room: roomOf(module) }]
    }),
  )
}

function roomOf(module: string): string {
  if (module.startsWith('node:')) return 'Node'
  return module.endsWith('.ts') && module.includes('/') ? `ours: ${module.split('/')[0]}/` : module
}

/** The package of a dependency, our file, or the module of Node. */
function moduleOf(url: string): string {
  const dependency = url.split('node_modules/').at(-1)
  if (dependency !== undefined && dependency !== url) {
    const [first = '', second = ''] = dependency.split('/')
    return first.startsWith('@') ? `${first}/${second}` : first
  }
  return url.replace(/^.*\/(?:server\/src\/|(?=keccak\/src\/))/, '')
}
