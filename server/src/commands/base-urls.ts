import { OperatorError } from '../errors.ts'
import { isPublicHost } from '../rpc/outbound.ts'

/** Without slashes at the end. The contract adds the path of a file. */
export function parseBaseUrls(texts: readonly string[], isPrivate: boolean): readonly string[] {
  if (texts.length === 0) throw new OperatorError('Give --url once for each host of the files.')
  return texts.map((text) => {
    const url = URL.parse(text)
    if (!url || !/^https?:$/.test(url.protocol) || /[?#{}]/.test(text))
      throw new OperatorError(`"${text}" is not an http(s) URL without query and fragment.`)
    if (!isPrivate && !isPublicHost(text))
      throw new OperatorError(
        `ENS clients cannot reach ${text}: give another URL, or --private for a private chain.`,
      )
    return text.replace(/\/+$/, '')
  })
}
