import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DocumentedOperation, operationsOf, type ServedDocument } from '../support/answer-schemas.ts'
import type { Answer } from '../support/api-client.ts'
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
  const document = await fetch(`${sandbox.file.url}/openapi.json`)
  operations = operationsOf((await document.json()) as ServedDocument).filter(({ path }) =>
    path.startsWith('/ens/'),
  )
})
afterAll(() => sandbox.stop())

/** What is answered otherwise than elsewhere, and why it has to be. */
const otherwise: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  // A key asks what it may do itself; one that is limited to certain domains may list those.
  'GET /ens/v1/ens/api-key': {
    'a key of another workspace': '200',
    "a key of the other chain's domain": '200',
  },
  'GET /ens/v1/ens/workspace/{workspaceId}': { "a key of the other chain's domain": '200' },
  // Whoever signs becomes the holder, unless the records say who is to be.
  'POST /ens/v1/subname/add': { 'a message of a stranger': '200' },
  'POST /ens/v2/subnames': { 'a message of a stranger': '200' },
  // Takes nothing but a challenge, which a message of one's own is not.
  'POST /ens/v1/mapp/field/append': { 'a message of a stranger': '401 InvalidSignatureException' },
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

    const told: Record<string, string> = {}
    const answered: Record<string, string> = {}
    for (const [refusal, { answer, spoil, later = 0 }] of Object.entries(refusalsOf(securityOf(operation)))) {
      told[refusal] = otherwise[title]?.[refusal] ?? answer
      if (told[refusal].startsWith('2')) continue
      sandbox.clock.ahead = later
      const spoiled = await spoil(headers, keys, scene)
      answered[refusal] = wireNameOf(await send(operation, input, spoiled))
      sandbox.clock.ahead = 0
    }
    expect(answered).toEqual(
      Object.fromEntries(Object.entries(told).filter(([, one]) => !one.startsWith('2'))),
    )
    expect(await everythingStored(sandbox.context)).toBe(before)

    const success = Object.keys(operation.operation.responses ?? {}).find((status) => status.startsWith('2'))
    const answer = await send(operation, input, headers)
    expect([`${answer.status}`, answer.body]).toEqual([success, expect.anything()])
  })
})

const titleOf = ({ method, path }: DocumentedOperation) => `${method.toUpperCase()} ${path}`

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

/** `401 InvalidApiKeyException`, or the status alone where there is no failure. */
function wireNameOf({ status, body }: Answer): string {
  const { error } = (body as { result: { error: string | null } }).result
  return error ? `${status} ${error.split(':', 1)[0]}` : `${status}`
}
