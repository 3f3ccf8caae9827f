import { isObject } from '../../../../server/src/is-object.ts'
import { readArchivedName } from '../../../../server/src/listings/byname.ts'
import { type Listed, objectOf } from '../../../../server/src/listings/listed-name.ts'
import { readersOfServices, type ServiceName } from '../../../../server/src/listings/services.ts'

/** By which the entries of a list in JSON are read: of an export of this service, or of another one. */
export type JsonReader = 'byname' | ServiceName

/** A text or number of an entry, as one cell. */
interface JsonField {
  readonly path: readonly (string | number)[]
  readonly title: string
  readonly text: string
}

/** What a name needs: it has a cell although the entry lacks it. */
const needed: Readonly<Record<JsonReader, readonly string[]>> = {
  byname: ['label', 'state', 'holder'],
  namestone: ['name', 'address'],
  namespace: ['label', 'owner'],
  justaname: ['ens', 'holder'],
}

/** By which a list tells its items apart. The cell of the item has it as its title. */
const keyFields = ['key', 'id', 'coinType'] as const

/** Of one entry, which may be of any size. */
const maxFields = 60
const maxDepth = 4

/** The cells of an entry, in a fixed order: what a name needs first. */
export function fieldsOf(entry: unknown, reader: JsonReader): readonly JsonField[] {
  const root = objectOf<string>(entry)
  const first = needed[reader].map((name) => ({
    path: [name],
    title: titleOf(name),
    text: textOf(root[name]) ?? '',
  }))
  const others = leavesOf(root, [], []).filter(
    ({ path }) => !(path.length === 1 && isNeeded(reader, path[0])),
  )
  return [...first, ...others].slice(0, maxFields)
}

/** The entry with other cells. An empty cell of what it lacks adds nothing. */
function withCells(entry: unknown, reader: JsonReader, cells: readonly string[]): unknown {
  const changed: unknown = structuredClone(isObject(entry) ? entry : {})
  for (const [index, { path, text }] of fieldsOf(entry, reader).entries()) {
    const cell = cells[index] ?? text
    if (cell !== text) put(changed, path, cell)
  }
  return changed
}

/** With other cells; absent: as it is. */
export function readJsonRow(
  { entry, reader }: { readonly entry: unknown; readonly reader: JsonReader },
  {
    row,
    domain,
    cells,
  }: { readonly row: number; readonly domain: string; readonly cells?: readonly string[] | undefined },
): Listed {
  const read = cells === undefined ? entry : withCells(entry, reader, cells)
  return reader === 'byname' ? readArchivedName(read, row) : readersOfServices[reader](read, row, { domain })
}

function leavesOf(value: unknown, path: JsonField['path'], titles: readonly string[]): readonly JsonField[] {
  const text = textOf(value)
  if (text !== undefined) return [{ path, title: titles.join(' › '), text }]
  if (path.length >= maxDepth) return []
  if (Array.isArray(value))
    return value.flatMap((item: unknown, index) => leavesOfItem(item, [...path, index], titles, index))
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([name, inner]) => {
    const isKind = path.length === 0 && name === 'type'
    return isKind
      ? []
      : leavesOf(inner, [...path, name], [...titles, path.length === 0 ? titleOf(name) : name])
  })
}

function leavesOfItem(
  item: unknown,
  path: JsonField['path'],
  titles: readonly string[],
  index: number,
): readonly JsonField[] {
  const fields = objectOf<(typeof keyFields)[number] | 'value' | 'address'>(item)
  const key = keyFields.map((name) => textOf(fields[name])).find((text) => text !== undefined)
  const name = fields.value === undefined ? 'address' : 'value'
  const text = textOf(fields[name])
  if (key === undefined || text === undefined) return leavesOf(item, path, [...titles, `${index + 1}`])
  return [{ path: [...path, name], title: [...titles, key].join(' › '), text }]
}

function isNeeded(reader: JsonReader, name: string | number | undefined): boolean {
  return needed[reader].some((each) => each === name)
}

const titles: Readonly<Record<string, string>> = {
  ...{ label: 'Name', name: 'Name', ens: 'Name', state: 'State (claimed or reserved)' },
  ...{ holder: 'Holder', owner: 'Owner', address: 'Address', addresses: 'Address', coins: 'Address' },
  ...{ texts: 'Text', text_records: 'Text', records: 'Records', contentHash: 'Content' },
}

function titleOf(name: string): string {
  return titles[name] ?? name
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? `${value}` : undefined
}

function put(target: unknown, path: JsonField['path'], cell: string): void {
  const [name, ...rest] = path
  if (name === undefined || typeof target !== 'object' || target === null) return
  const inner: unknown = Reflect.get(target, name)
  if (rest.length > 0) {
    put(inner, rest, cell)
    return
  }
  const isNumber = typeof inner === 'number' && cell.trim() !== '' && Number.isFinite(Number(cell))
  Object.defineProperty(target, name, {
    value: isNumber ? Number(cell) : cell,
    ...{ enumerable: true, configurable: true, writable: true },
  })
}
