import { readFile } from 'node:fs/promises'
import MessageFormat from '@messageformat/core'
import compileModule from '@messageformat/core/lib/compile-module.js'
import { parse, type Token } from '@messageformat/parser'
import type { Plugin } from 'vite'

type Texts = Readonly<Record<string, string>>

const catalogue = /^(.*\/messages\/)([\w-]+)\.json(?:\?([\w-]+))?$/

/** Shown by the pages of the service itself, and not by those of customers. */
const ofService = ['api-documentation', 'shortcuts', 'theme']

/** By the first word of their keys: what a part of the pages shows. Messages of no part are shown by all. */
const parts: Readonly<Record<string, readonly string[]>> = {
  home: [...ofService, 'home', 'status'],
  claim: ['claim', 'rule'],
  name: ['name', 'coin', 'seal', 'view'],
  'my-names': [...ofService, 'me'],
  directory: ['directory'],
  problem: [...ofService, 'problem'],
  /** Shown in what is loaded later. */
  late: [
    ...[
      'coin',
      'crop',
      'discard',
      'done',
      'draft',
      'drop-csv',
      'drop-picture',
      'edit',
      'keys',
      'name',
      'primary',
    ],
    ...[
      'invitation',
      'message',
      'notice',
      'recipient',
      'release',
      'request',
      'sealed',
      'shortcuts',
      'transfer',
      'view',
      'wallet',
    ],
  ],
  /** Written by the server only. */
  head: ['description'],
}

/** Of the elements for other sites, which show much of what the pages show. */
const elements = { part: 'embed', words: ['claim', 'embed', 'error', 'invitation', 'rule', 'seal'] }

/** Messages of other words that they show. */
const ofElements: readonly string[] = [
  ...['done.yours', 'done.requested', 'done.pending', 'done.pending-text', 'done.edit'],
  ...['done.withdraw', 'done.withdrawn', 'done.not-withdrawn'],
  ...['request.declined', 'request.taken', 'request.expired', 'request.open'],
  ...['sealed.of-passkey', 'sealed.with-passkey'],
  ...['name.links', 'name.website', 'name.email', 'name.location'],
  ...['wallet.choose', 'wallet.none', 'wallet.no-account', 'wallet.no-signature'],
  ...['wallet.of-browser', 'wallet.open-in', 'wallet.open-in-app', 'wallet.passkey', 'wallet.passkey-hint'],
  ...['close', 'one-moment', 'sign-in-wallet', 'share', 'share.copied', 'test-network', 'try-again'],
]

/** Messages of `elements.words` that they do not show. */
const notOfElements: readonly string[] = ['claim.more', 'claim.asked', 'claim.members', 'claim.incomplete']

const ofParts = new Set([...Object.values(parts).flat(), elements.part])

/** A page has its own and those of all; what is loaded later is beside them. */
function belongsTo(part: string, key: string): boolean {
  const [word = ''] = key.split('.')
  if (part === elements.part)
    return (elements.words.includes(word) && !notOfElements.includes(key)) || ofElements.includes(key)
  return parts[part]?.includes(word) === true || (part !== 'late' && !ofParts.has(word))
}

/** Compiles the messages of a language to functions. A message or a value of one that is missing fails the build. */
export function messagesPlugin(): Plugin {
  return {
    name: 'messages',
    enforce: 'pre',
    async load(id) {
      const [, folder = '', language = '', part] = catalogue.exec(id) ?? []
      if (language === '') return undefined
      const [english, own] = await Promise.all([read(`${folder}en.json`), read(`${folder}${language}.json`)])
      assertComplete(language, english, own)
      const shown = Object.entries(own).filter(([key]) => part === undefined || belongsTo(part, key))
      return { code: compileModule(new MessageFormat(language), Object.fromEntries(shown)), moduleType: 'js' }
    },
  }
}

async function read(file: string): Promise<Texts> {
  return JSON.parse(await readFile(file, 'utf8'))
}

/** @throws Error that names each message which is missing, surplus, or has other values than in English. */
export function assertComplete(language: string, english: Texts, own: Texts): void {
  const keys = [...new Set([...Object.keys(english), ...Object.keys(own)])]
  const faults = keys.flatMap((key) => {
    const [source, text] = [english[key], own[key]]
    if (source === undefined) return [`${key} is not in English`]
    if (text === undefined) return [`${key} is missing`]
    const [expected, found] = [valuesOf(source), valuesOf(text)].map((values) =>
      [...values].sort().join(', '),
    )
    return expected === found
      ? []
      : [`${key} has the values ${found || 'none'} in place of ${expected || 'none'}`]
  })
  if (faults.length > 0) throw new Error(`messages/${language}.json: ${faults.join('; ')}.`)
}

function valuesOf(text: string): ReadonlySet<string> {
  return new Set(parse(text).flatMap(valuesOfToken))
}

function valuesOfToken(token: Token): string[] {
  if (token.type === 'content' || token.type === 'octothorpe') return []
  const inner = 'cases' in token ? token.cases.flatMap(({ tokens }) => tokens.flatMap(valuesOfToken)) : []
  return [token.arg, ...inner]
}
