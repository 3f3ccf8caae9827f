import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signMessage, toSignedHeaders } from '../support/credentials/signed-headers.ts'
import { readOperations, sendOperation, titleOf } from '../support/openapi/operations.ts'
import type { DocumentedOperation } from '../support/openapi/response-schemas.ts'
import { startTestSandbox, type TestSandbox } from '../support/service/sandbox.ts'
import { createFixture } from './fixture.ts'
import { validInputs } from './valid-inputs.ts'

let sandbox: TestSandbox
let operations: readonly DocumentedOperation[]

beforeAll(async () => {
  sandbox = await startTestSandbox()
  operations = await readOperations(sandbox.file.url)
})
afterAll(() => sandbox.stop())

const noMessage = 'I own this name'
const nameOfHeader = /x-(address|message|signature)/

async function prepare(title: string) {
  const operation = operations.find((one) => titleOf(one) === title)
  const prepareInput = validInputs[title]
  if (!(operation && prepareInput)) throw new Error(`There is no ${title}.`)
  const fixture = await createFixture(sandbox)
  const input = await prepareInput(fixture)
  const signed = input.signed ?? (await signMessage(fixture.holder, { chainId: 1 }))
  return { operation, input, signed }
}

/** The schemes of the alternative with a signature in headers. */
function schemesWithSignature({ operation: { security = [] } }: DocumentedOperation) {
  return security.map((each) => Object.keys(each)).find((schemes) => schemes.includes('signature'))
}

/** By the document, apart from the code that verifies. */
const signedInHeaders = [
  'DELETE /byname/v1/domains/{domain}/claims/{claimId}',
  'DELETE /byname/v1/names/{name}',
  'DELETE /ens/v2/subnames/invitations/{subname}',
  'GET /byname/v1/claims',
  'GET /byname/v1/domains/{domain}/export',
  'GET /byname/v1/messages',
  'GET /byname/v1/names/{name}/history',
  'PATCH /ens/v2/subnames/invitations/{subname}',
  'PATCH /ens/v2/subnames/{subname}',
  'POST /byname/v1/domains/{domain}/claims',
  'POST /byname/v1/messages/{messageId}/dismiss',
  'POST /byname/v1/names/batch',
  'POST /byname/v1/names/{name}/transfer',
  'POST /byname/v1/sessions',
  'POST /ens/v1/ens/add',
  'POST /ens/v1/mapp/field/append',
  'POST /ens/v1/primary-name/set-primary-name',
  'POST /ens/v1/subname/accept',
  'POST /ens/v1/subname/add',
  'POST /ens/v1/subname/reject',
  'POST /ens/v1/subname/revoke',
  'POST /ens/v1/subname/update',
  'POST /ens/v1/subname/upload-to-cdn',
  'POST /ens/v2/subnames',
]

const signedInBody = [
  'POST /ens/v1/mapp/permission/add',
  'POST /ens/v1/mapp/permission/revoke',
  'POST /ens/v1/siwe/verify-message',
  'POST /ens/v2/siwe/verify',
]

describe('Errors about signatures', () => {
  it('rule: those operations are all whose document has a signature', () => {
    const titlesOf = (isSigned: (operation: DocumentedOperation) => boolean) =>
      operations.filter(isSigned).map(titleOf).toSorted()
    expect(titlesOf((each) => schemesWithSignature(each) !== undefined)).toEqual(signedInHeaders)
    expect(titlesOf(hasMessageInBody)).toEqual(signedInBody)
  })

  it.each(signedInHeaders)('rule: %s names the headers', async (title) => {
    const { operation, input, signed } = await prepare(title)
    const hasKey = schemesWithSignature(operation)?.includes('apiKey')
    const headers = { ...toSignedHeaders(signed), ...(hasKey && { 'x-api-key': sandbox.file.apiKey }) }
    const send = async (changed: Readonly<Record<string, string>>) =>
      JSON.stringify((await sendOperation(sandbox.call, operation, input, changed)).body)
    for (const missing of ['x-address', 'x-message', 'x-signature']) {
      const rest = Object.entries(headers).filter(([name]) => name !== missing)
      expect(await send(Object.fromEntries(rest))).toMatch(
        /MissingSignatureException.* the headers x-address, x-message and x-signature/,
      )
    }
    expect(await send({ ...headers, 'x-message': noMessage })).toMatch(
      /InvalidSignatureException: x-message: is not a Sign-In with Ethereum \(EIP-4361\) message/,
    )
  })

  it.each(signedInBody)('rule: %s names the members of the body', async (title) => {
    const { operation, input } = await prepare(title)
    const send = async (changes: object) => {
      const body = { ...Object(input.body), ...changes }
      return JSON.stringify((await sendOperation(sandbox.call, operation, { ...input, body }, {})).body)
    }
    const missing = await send({ address: undefined, message: undefined, signature: undefined })
    expect(missing).toContain('address: is missing; signature: is missing; message: is missing')
    const malformed = await send({ message: noMessage })
    expect(malformed).toContain('Exception: message: is not a Sign-In with Ethereum (EIP-4361) message')
    expect(missing + malformed).not.toMatch(nameOfHeader)
  })
})

function hasMessageInBody({ operation: { requestBody } }: DocumentedOperation): boolean {
  const content = requestBody && 'content' in requestBody ? requestBody.content : {}
  const schema = content['application/json']?.schema
  const properties = schema && 'properties' in schema ? Object.keys(Object(schema.properties)) : []
  return properties.includes('signature') && properties.includes('message')
}
