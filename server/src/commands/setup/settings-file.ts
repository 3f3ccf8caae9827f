import { cp } from 'node:fs/promises'
import { isThere, type Machine, readText, writeWhole } from './machine.ts'
import type { SetupRecord } from './record.ts'

export type Settings = Readonly<Record<string, string>>

export const settingsPath = '/etc/byname/env'

/** Of a file as systemd reads it: `NAME=value` lines, without comments. */
export function parseSettings(text: string): Settings {
  const lines = text.split('\n').flatMap((line) => {
    const [, name, value] = /^\s*([A-Z][A-Z0-9_]*)=(.*?)\s*$/.exec(line) ?? []
    return name !== undefined && value !== undefined ? [[name, unquote(value)] as const] : []
  })
  return Object.fromEntries(lines)
}

function unquote(value: string): string {
  const [, , inner] = /^(["'])(.*)\1$/.exec(value) ?? []
  return inner ?? value
}

/** Empty without the file. */
export async function readSettings(machine: Machine, path = settingsPath): Promise<Settings> {
  return parseSettings((await readText(machine.at(path))) ?? '')
}

/** What systemd would read otherwise than it is written. */
export function isPlainValue(value: string): boolean {
  return /^[^\s"'\\$`]*$/.test(value)
}

/** The text with these settings: lines of others and comments stay where they are. */
export function withSettings(text: string, changes: Settings): string {
  const left = new Map(Object.entries(changes))
  const lines = text.split('\n').map((line) => {
    const [, name = ''] = /^\s*([A-Z][A-Z0-9_]*)=/.exec(line) ?? []
    const value = left.get(name)
    if (value === undefined) return line
    left.delete(name)
    return `${name}=${value}`
  })
  const head = lines.join('\n').replace(/\n*$/, '')
  return [...(head ? [head] : []), ...[...left].map(([name, value]) => `${name}=${value}`), ''].join('\n')
}

/** Keeps the text that was there before setup, for `--undo`. */
export async function writeNoted(
  machine: Machine,
  record: SetupRecord,
  { path, text, mode }: { readonly path: string; readonly text: string; readonly mode: number },
): Promise<void> {
  const entry = `file ${path}`
  const place = machine.at(path)
  if (!record.has(entry)) {
    // Also a link, such as the one that npm makes for the program.
    if (await isThere(place))
      await cp(place, `${place}${beforeSuffix}`, { verbatimSymlinks: true, force: true })
    await record.note(entry)
  }
  await writeWhole(place, text, mode)
}

/** Of the text that a file had before setup. */
export const beforeSuffix = '.before-setup'

/** Of the service, by plain HTTP, for its own machine. */
export function serviceUrl({ HOST: host = '', PORT: port }: Settings): string {
  const address = ['', '0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host
  return `http://${address.includes(':') ? `[${address}]` : address}:${port || '3000'}`
}
