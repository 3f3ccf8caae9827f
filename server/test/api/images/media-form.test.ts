import { once } from 'node:events'
import { type ClientRequest, request } from 'node:http'
import { text } from 'node:stream/consumers'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { type ApiResponse, dataOf, expectError } from '../../support/http/api-client.ts'
import {
  createForm,
  createHeldName,
  expectNothingStored,
  fetchImage,
  randomImage,
  upload,
  uploadedUrl,
} from '../../support/media/uploads.ts'
import { describeService } from '../../support/service/describe-service.ts'

const image = await randomImage().png().toBuffer()
const mebibyte = 2 ** 20
const form = { 'content-type': 'multipart/form-data; boundary=xx' }

const filePart = '--xx\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\nbytes\r\n'

type Part = readonly [name: string, value: string | Blob]

const file: Part = ['file', new Blob([image])]

/** A form with these parts, in this order. */
function formWith(parts: readonly Part[]): FormData {
  const one = new FormData()
  for (const [name, value] of parts)
    if (typeof value === 'string') one.append(name, value)
    else one.append(name, value)
  return one
}

describeService('A form with an image', (service) => {
  const path = () => `/ens/v1/ens/upload-to-cdn?ensId=${service().demo[1].id}`
  const send = (body: unknown, headers: Readonly<Record<string, string>> = {}) =>
    service().call('POST', path(), { headers: { 'x-api-key': service().key, ...headers }, body })

  it('200 for a file of 5 MiB', async () => {
    uploadedUrl(await send(createForm(Buffer.concat([image], 5 * mebibyte))))
  })

  it.each([1, mebibyte, 20 * mebibyte])('413 for a file of 5 MiB and %d bytes', async (more) => {
    const response = await expectNothingStored(service(), () =>
      send(createForm(Buffer.concat([image], 5 * mebibyte + more))),
    )
    expectError(response, 413, 'PayloadTooLargeException')
  })

  it.each([
    ['no part', [], 'file: '],
    ['another part in place of the file', [['image', new Blob([image])]], 'file: '],
    ['a text in place of the file', [['file', 'x']], 'file: '],
    ['two files', [file, ['other', new Blob([image])]], 'one file'],
    ['the file twice', [file, file], 'one file'],
    ['a part twice', [['a', '1'], file, ['a', '2']], 'a part twice'],
    [
      'five more parts',
      [file, ...[1, 2, 3, 4, 5].map((name) => [`${name}`, 'x'] as const)],
      'few, short fields',
    ],
    ['a part called like a method of every object', [file, ['constructor', 'x']], 'few, short fields'],
  ] as const)('400 for a form with %s', async (_title, parts: readonly Part[], reason) => {
    const response = await expectNothingStored(service(), () => send(formWith(parts)))
    expectError(response, 400, 'BadRequestException')
    expect(JSON.stringify(response.body)).toContain(reason)
  })

  it.each([
    ['no end', filePart],
    ['no parts', '--xx--\r\n'],
    ['nothing but text', 'hello'],
    ['a head of many kilobytes', `--xx\r\n${'a: b\r\n'.repeat(20_000)}\r\n\r\n--xx--\r\n`],
    [
      'malformed JSON',
      `--xx\r\ncontent-disposition: form-data; name="signature"\r\ncontent-type: application/json\r\n\r\n{\r\n--xx--\r\n`,
    ],
  ])('400 for a body with %s', async (_title, body) => {
    expectError(await expectNothingStored(service(), () => send(body, form)), 400, 'BadRequestException')
  })

  it('400 without a boundary, and without a body', async () => {
    expectError(await send(filePart, { 'content-type': 'multipart/form-data' }), 400, 'BadRequestException')
    expectError(await send(undefined), 400, 'BadRequestException')
  })

  it.each(['application/json', 'image/png', 'application/x-www-form-urlencoded', 'text/html'])(
    '415 for a body of type %s',
    async (type) => {
      const response = await send('{"file":"x"}', { 'content-type': type })
      expectError(response, 415, 'UnsupportedMediaTypeException')
    },
  )

  it('415 for a form where JSON is expected', async () => {
    const response = await service().call('POST', '/ens/v1/subname/update', { body: createForm(image) })
    expectError(response, 415, 'UnsupportedMediaTypeException')
  })

  it('the form is documented, with a file', async () => {
    const document = await (await fetch(`${service().url}/openapi.json`)).json()
    const schema = {
      properties: { file: { type: 'string', format: 'binary' }, signature: { type: 'string' } },
      required: ['file'],
    }
    expect(document).toMatchObject({
      paths: {
        '/ens/v1/subname/upload-to-cdn': {
          post: { requestBody: { required: true, content: { 'multipart/form-data': { schema } } } },
        },
      },
    })
  })

  it('413 immediately for a form whose declared length is too large, without reading it', async () => {
    const upload = request(service().url + path(), {
      method: 'POST',
      agent: false,
      headers: { 'x-api-key': service().key, 'content-length': '10000000000', ...form },
    })
    upload.on('error', () => {})
    upload.flushHeaders()
    const [response] = await once(upload, 'response')
    expect(response.statusCode).toBe(413)
    upload.destroy()
  })

  it('rule: a form without an end is not read without a limit', async () => {
    const upload = request(service().url + path(), {
      method: 'POST',
      agent: false,
      headers: { 'x-api-key': service().key, ...form },
    })
    const isCut = once(upload, 'error')
    upload.write(filePart.replace('bytes', ''))
    let sent = 0
    const writeUntilFull = () => {
      sent++
      upload.write(Buffer.alloc(mebibyte, 'a'), (error) => error ?? writeUntilFull())
    }
    writeUntilFull()
    await isCut
    expect(sent).toBeLessThan(64)
  })

  it('rule: twenty concurrent uploads are all stored, and at most two are processed at a time', async () => {
    const names = await Promise.all(Array.from({ length: 20 }, () => createHeldName(service())))
    const images = await Promise.all(names.map(() => randomImage(300, 300).png().toBuffer()))
    let most = 0
    const count = () => (most = Math.max(most, sharp.counters().process + sharp.counters().queue))
    sharp.queue.on('change', count)
    const responses = await Promise.all(
      names.map(async (name, index) => upload(service(), name, images[index] ?? image)),
    )
    sharp.queue.off('change', count)
    expect(new Set(responses.map(uploadedUrl)).size).toBe(20)
    expect(most).toBeGreaterThan(0)
    expect(most).toBeLessThanOrEqual(2)
  })

  it('rule: twenty concurrent uploads of one image leave one file', async () => {
    const name = await createHeldName(service())
    const one = await randomImage().png().toBuffer()
    const responses = await Promise.all(Array.from({ length: 20 }, () => upload(service(), name, one)))
    const urls = new Set(responses.map(uploadedUrl))
    expect(urls.size).toBe(1)
    for (const url of urls) await fetchImage(url)
  })

  it('503 for the form after 24 of one client in progress; when one has ended the next is accepted', async () => {
    const url = service().url + path()
    const open = await Promise.all(Array.from({ length: 24 }, () => startUpload(url, service().key)))
    const response = await send(createForm(image))
    expectError(response, 503, 'ServiceUnavailableException')
    expect(response.headers.get('retry-after')).toBe('1')
    dataOf(await service().call('GET', '/health'))

    const [aborted, ...remaining] = open
    if (aborted) await abortUpload(aborted)
    uploadedUrl(await retryWhileBusy(() => send(createForm(image))))
    for (const one of remaining) expect(await finishUpload(one)).toContain('BadRequestException')
  })
})

/** Repeats a request while the response is 503. */
async function retryWhileBusy(act: () => Promise<ApiResponse>): Promise<ApiResponse> {
  const response = await act()
  return response.status === 503 ? retryWhileBusy(act) : response
}

/** Sends the head of a request and resolves when the service responds with 100 Continue. */
async function startUpload(url: string, key: string): Promise<ClientRequest> {
  const upload = request(url, {
    method: 'POST',
    agent: false,
    headers: { 'x-api-key': key, expect: '100-continue', ...form },
  })
  upload.flushHeaders()
  await once(upload, 'continue')
  return upload
}

/** Closes the connection. */
async function abortUpload(upload: ClientRequest): Promise<void> {
  const failed = once(upload, 'error')
  upload.destroy()
  await failed
}

/** Ends the body early and reads the response. */
async function finishUpload(upload: ClientRequest): Promise<string> {
  const responded = once(upload, 'response')
  upload.end('--xx--\r\n')
  const [response] = await responded
  return text(response)
}
