import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DocumentedOperation } from '../support/answer-schemas.ts'
import type { Answer } from '../support/api-client.ts'
import { readOperations, titleOf } from '../support/operations.ts'
import { startTestSandbox, type TestSandbox } from '../support/sandbox.ts'
import { headersOf, signMessage } from '../support/signed-headers.ts'
import type { ValidInput } from './preparations.ts'
import { createRefusedKeys, type Headers, type RefusedKeys, refusalsOf } from './refusals.ts'
import { type Scene, setScene } from './scene.ts'
import { everythingStored } from './stored.ts'
import { validInputs } from './valid-inputs.ts'

let sandbox: TestSandbox
let keys: RefusedKeys
let operations: readonly DocumentedOperation[]

beforeAll(async () => {
  sandbox = await startTestSandbox()
  keys = await createRefusedKeys(sandbox)
  operations = (await readOperations(sandbox.file.url)).filter(({ path }) => path.startsWith('/ens/'))
})
afterAll(() => sandbox.stop())

/** Refusals that do not apply, and why. */
const notRefused: Readonly<Record<string, readonly string[]>> = {
  // A key asks what it may do itself; one that is limited to certain domains may list those.
  'GET /ens/v1/ens/api-key': ['a key of another workspace', "a key of the other chain's domain"],
  'GET /ens/v1/ens/workspace/{workspaceId}': ["a key of the other chain's domain"],
  // A key may be left out, or be of another workspace: then the answer is what the chain says.
  'GET /ens/v1/ens/check/resolver/{ensDomain}/{offchainResolverId}': [
    'no key',
    'an empty key',
    'a key of another workspace',
    "a key of the other chain's domain",
  ],
  // Whoever signs becomes the holder, unless the records say who is to be.
  'POST /ens/v1/subname/add': ['a message of a stranger'],
  'POST /ens/v2/subnames': ['a message of a stranger'],
  // Takes challenges alone: what a stranger makes of one is tested with the other rules of mApps.
  'POST /ens/v1/mapp/field/append': ['a message of a stranger'],
}

describe('Credentials', () => {
  it('rule: every operation has an example that succeeds', () => {
    expect(Object.keys(validInputs).toSorted()).toEqual(operations.map(titleOf).toSorted())
  })

  it.each(Object.entries(validInputs))('%s', async (title, prepare) => {
    const operation = operations.find((one) => titleOf(one) === title)
    if (!operation) throw new Error(`There is no ${title}.`)
    const scene = await setScene(sandbox)
    const input = await prepare(scene)
    const headers = await validHeaders(operation, input, scene)
    const before = await everythingStored(sandbox.context)

    const refusals = Object.entries(refusalsOf(securityOf(operation))).filter(
      ([refusal]) => !notRefused[title]?.includes(refusal),
    )
    const answered: [refusal: string, answer: string][] = []
    for (const [refusal, { spoil, later = 0 }] of refusals) {
      sandbox.clock.ahead = later
      const spoiled = await spoil(headers, keys, scene)
      answered.push([refusal, wireNameOf(await send(operation, input, spoiled))])
      sandbox.clock.ahead = 0
    }
    expect(answered).toEqual(refusals.map(([refusal, { answer }]) => [refusal, answer]))
    expect(await everythingStored(sandbox.context)).toBe(before)

    expect(wireNameOf(await send(operation, input, headers))).toMatch(/^20[01] null$/)
  })
})

const securityOf = ({ operation }: DocumentedOperation) => operation.security ?? []

async function validHeaders(
  operation: DocumentedOperation,
  input: ValidInput,
  scene: Scene,
): Promise<Headers> {
  const schemes = Object.keys(securityOf(operation)[0] ?? {})
  const { apiKey, adminKey } = sandbox.file
  const signed = input.signed ?? (await signMessage(scene.holder, { chainId: 1 }))
  return {
    ...(schemes.includes('apiKey') && { 'x-api-key': apiKey }),
    ...(schemes.includes('adminKey') && { 'x-api-key': adminKey }),
    ...(schemes.includes('signature') && headersOf(signed)),
  }
}

function send({ method, path }: DocumentedOperation, input: ValidInput, headers: Headers): Promise<Answer> {
  const { params = {}, query, body } = input
  const target = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const search = query ? `?${new URLSearchParams(query)}` : ''
  return sandbox.call(method.toUpperCase(), target + search, { headers, body })
}

/** `401 InvalidApiKeyException`; behind the status of a success stands null. */
function wireNameOf({ status, body }: Answer): string {
  const { error } = (body as { result: { error: string | null } }).result
  return `${status} ${error?.split(':', 1)[0] ?? null}`
}
