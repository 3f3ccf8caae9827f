import { once } from 'node:events'
import { type ClientRequest, request } from 'node:http'
import { text } from 'node:stream/consumers'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import type { ErrorName } from '../../src/errors.ts'
import { dataOf, expectFailure } from '../support/api-client.ts'
import { describeService } from '../support/describe-service.ts'
import { formOf, heldName, keepsNothing, picture, upload, urlOf } from '../support/uploads.ts'

const image = await picture().png().toBuffer()
const mebibyte = 2 ** 20
const form = { 'content-type': 'multipart/form-data; boundary=xx' }

/** A part of a form as it is sent. */
const part = (name: string, content: string, file = '') =>
  `--xx\r\ncontent-disposition: form-data; name="${name}"${file}\r\n\r\n${content}\r\n`

const filePart = part('file', 'bytes', '; filename="a.png"')

/** A form that holds what `change` makes of one with an image. */
const changed = (change: (form: FormData) => void): FormData => {
  const one = formOf(image)
  change(one)
  return one
}

describeService('A form with an image', (service) => {
  const path = () => `/ens/v1/ens/upload-to-cdn?ensId=${service().demo[1].id}`
  const send = (body: unknown, headers: Readonly<Record<string, string>> = {}) =>
    service().call('POST', path(), { headers: { 'x-api-key': service().key, ...headers }, body })

  it('200 for a file of 5 MiB', async () => {
    urlOf(await send(formOf(Buffer.concat([image], 5 * mebibyte))))
  })

  it.each([1, mebibyte, 20 * mebibyte])('413 for a file of 5 MiB and %d bytes', async (more) => {
    const answer = await keepsNothing(service(), () =>
      send(formOf(Buffer.concat([image], 5 * mebibyte + more))),
    )
    expectFailure(answer, 413, 'PayloadTooLargeException')
  })

  it.each([
    ['no part', () => new FormData()],
    [
      'another part in place of the file',
      () => changed((one) => (one.delete('file'), one.set('image', 'x'))),
    ],
    ['a text in place of the file', () => changed((one) => one.set('file', 'x'))],
    ['two files', () => changed((one) => one.set('other', new Blob([image])))],
    ['the file twice', () => changed((one) => one.append('file', new Blob([image])))],
    ['a part twice', () => changed((one) => (one.append('a', '1'), one.append('a', '2')))],
    [
      'five more parts',
      () => changed((one) => [1, 2, 3, 4, 5].forEach((name) => void one.set(`${name}`, 'x'))),
    ],
    ['a part called like a method of every object', () => changed((one) => one.set('constructor', 'x'))],
  ])('400 for %s', async (_title, body) => {
    const given = body()
    expectFailure(await keepsNothing(service(), () => send(given)), 400, 'BadRequestException')
  })

  it.each([
    ['no end', filePart],
    ['no parts', '--xx--\r\n'],
    ['nothing but text', 'hello'],
    ['a head of many kilobytes', `--xx\r\n${'a: b\r\n'.repeat(20_000)}\r\n\r\n--xx--\r\n`],
    ['a signature that is no text', `${part('signature', '{"a":1}')}${filePart}--xx--\r\n`],
  ])('400 for a body with %s', async (_title, body) => {
    expectFailure(await keepsNothing(service(), () => send(body, form)), 400, 'BadRequestException')
  })

  it('400 without a boundary, and without a body', async () => {
    expectFailure(await send(filePart, { 'content-type': 'multipart/form-data' }), 400, 'BadRequestException')
    expectFailure(await send(undefined), 400, 'BadRequestException')
  })

  it.each(['application/json', 'image/png', 'application/x-www-form-urlencoded', 'text/html'])(
    '415 for a body of type %s',
    async (type) => {
      const answer = await send('{"file":"x"}', { 'content-type': type })
      expectFailure(answer, 415, 'UnsupportedMediaTypeException')
    },
  )

  it('415 for a form where JSON belongs', async () => {
    const answer = await service().call('POST', '/ens/v1/subname/update', { body: formOf(image) })
    expectFailure(answer, 415, 'UnsupportedMediaTypeException')
  })

  it('is documented as one, with a file', async () => {
    const document = await (await fetch(`${service().url}/openapi.json`)).json()
    const { requestBody } = document.paths['/ens/v1/subname/upload-to-cdn'].post
    expect(Object.keys(requestBody.content)).toEqual(['multipart/form-data'])
    expect(requestBody.content['multipart/form-data'].schema).toMatchObject({
      properties: { file: { type: 'string', format: 'binary' }, signature: { type: 'string' } },
      required: ['file'],
    })
  })

  it('rule: twenty uploads at once are all kept, and never more than two are worked on', async () => {
    const names = await Promise.all(Array.from({ length: 20 }, () => heldName(service())))
    const images = await Promise.all(names.map(() => picture(300, 300).png().toBuffer()))
    let most = 0
    const count = () => (most = Math.max(most, sharp.counters().process + sharp.counters().queue))
    sharp.queue.on('change', count)
    const answers = await Promise.all(
      names.map(async (name, index) => upload(service(), name, images[index] ?? image)),
    )
    sharp.queue.off('change', count)
    expect(new Set(answers.map(urlOf)).size).toBe(20)
    expect(most).toBeGreaterThan(0)
    expect(most).toBeLessThanOrEqual(2)
  })

  it('rule: twenty uploads of one image at once leave one file', async () => {
    const name = await heldName(service())
    const one = await picture().png().toBuffer()
    const answers = await Promise.all(Array.from({ length: 20 }, () => upload(service(), name, one)))
    const urls = new Set(answers.map(urlOf))
    expect(urls.size).toBe(1)
    for (const url of urls) expect((await fetch(url)).status).toBe(200)
  })

  it('503 for the form after 32 that are under way; when one is gone there is room again', async () => {
    const open = await Promise.all(
      Array.from({ length: 32 }, () => begin(`${service().url}${path()}`, service().key)),
    )
    const answer = await send(formOf(image))
    expectFailure(answer, 503, 'ServiceUnavailableException')
    expect(answer.headers.get('retry-after')).toBe('1')
    dataOf(await service().call('GET', '/health'))
    const wireName: ErrorName = 'BadRequestException'
    for (const one of open) expect(await finish(one)).toContain(wireName)
    urlOf(await send(formOf(image)))
  })
})

/** Sends the head of a request and resolves when the service has taken it up and asks for the body. */
async function begin(url: string, key: string): Promise<ClientRequest> {
  const begun = request(url, {
    method: 'POST',
    agent: false,
    headers: { 'x-api-key': key, expect: '100-continue', ...form },
  })
  begun.flushHeaders()
  await once(begun, 'continue')
  return begun
}

/** Ends the body where it is and reads the answer. */
async function finish(begun: ClientRequest): Promise<string> {
  const answered = once(begun, 'response')
  begun.end('--xx--\r\n')
  const [response] = await answered
  return text(response)
}
